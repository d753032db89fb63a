import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOM, makeHome, runLoom, runLoomJson } from '../support/run-loom.ts';

let home: ReturnType<typeof makeHome>;
beforeAll(() => {
  home = makeHome();
});
afterAll(() => home.remove());

const run = (argv: readonly string[], env: Record<string, string | undefined> = {}) =>
  runLoom(argv, { home: home.path, env });

interface ErrorAnswer {
  readonly error: { readonly kind: string; readonly code: string; readonly message: string; readonly hints: string[] };
}

describe('the program as a whole', () => {
  it('tells its version, platform and Node', async () => {
    const { stdout, code } = await run(['--version']);
    expect(stdout).toMatch(/^loom\/\d+\.\d+\.\d+ \S+-\S+ node-v\d+\.\d+\.\d+\n$/);
    expect(code).toBe(0);
    const { json } = await runLoomJson<{ version: string; node: string }>(['version'], { home: home.path });
    expect(json).toMatchObject({ name: 'loom', node: process.version });
  });

  it('greets with tasks, and takes global flags before the command', async () => {
    const greeting = await run([]);
    expect(greeting).toMatchObject({ code: 0, stderr: '' });
    expect(greeting.stdout).toContain('COMMANDS');
    const paths = await run(['--json', 'paths']);
    expect(JSON.parse(paths.stdout)).toMatchObject({ store: join(home.path, '.local/share/loom') });
  });

  it('starts without a home folder when LOOM_HOME is set, and says what is missing when it is not', async () => {
    expect((await run(['paths'], { HOME: undefined, LOOM_HOME: '/nowhere' })).code).toBe(0);
    const lost = await run(['paths'], { HOME: undefined });
    expect(lost).toMatchObject({ code: 2, stdout: '' });
    expect(lost.stderr).toMatch(/^Error: HOME is not set.*\nHint: set LOOM_HOME/);
  });

  it('writes nothing to the home folder for a command that reads', async () => {
    const clean = makeHome();
    await runLoom(['paths'], { home: clean.path });
    await runLoom(['config', 'list'], { home: clean.path });
    expect(existsSync(join(clean.path, '.local'))).toBe(false);
    expect(existsSync(join(clean.path, '.config'))).toBe(false);
    clean.remove();
  });
});

describe('errors', () => {
  it('keep their exit code with --json, and are the one document on stdout', async () => {
    const plain = await run(['config', 'get', 'sessions.scop']);
    expect(plain).toMatchObject({ code: 2, stdout: '' });
    expect(plain.stderr).toContain('Hint: did you mean: sessions.scope\n');
    const { run: asJson, json } = await runLoomJson<ErrorAnswer>(['config', 'get', 'sessions.scop'], {
      home: home.path,
    });
    expect(asJson).toMatchObject({ code: 2, stderr: '' });
    expect(json.error).toMatchObject({ kind: 'usage', code: 'unknown-setting' });
  });

  it.each([
    { argv: ['paths', '--jsno'], hint: 'did you mean: --json' },
    { argv: ['paths', '--quite=1'], hint: 'did you mean: --quiet' },
    { argv: ['pathz'], hint: 'did you mean: loom paths' },
    { argv: ['config', 'gte', 'x'], hint: 'did you mean: loom config get' },
    { argv: ['help', 'pathz'], hint: 'did you mean: loom help paths' },
  ])('suggest what $argv meant, without the inside of the program', async ({ argv, hint }) => {
    const failed = await run(argv);
    expect(failed).toMatchObject({ code: 2, stdout: '' });
    expect(failed.stderr).toContain(`Hint: ${hint}\n`);
    expect(failed.stderr.split('\n').length).toBeLessThan(6);
    const { run: asJson, json } = await runLoomJson<ErrorAnswer>(argv, { home: home.path });
    expect(asJson.code).toBe(2);
    expect(json.error.hints).toContain(hint);
    expect(asJson.stdout).not.toContain(home.path);
  });

  it('name a missing argument and a superfluous one', async () => {
    expect((await run(['config', 'get'])).stderr).toBe('Error: missing argument: KEY\nHint: loom help config get\n');
    expect((await run(['paths', 'extra'])).stderr).toBe('Error: unexpected argument: extra\nHint: loom help paths\n');
  });

  it.each([
    [['sessions', 'list', '--limit', 'few'], '--limit must be a whole number, not few'],
    [['sessions', 'list', '--limit', '-1'], '--limit must be 0 or more, not -1'],
    [['sessions', 'list', '--limit'], '--limit needs a value'],
    [['sessions', 'list', '--all', '--project', 'camp'], '--all and --project exclude each other'],
    [['sessions', 'list', '--agent', 'clade'], 'unknown agent: clade'],
    [['sessions', 'list', '--since', 'soonish'], '--since is no time: "soonish"'],
  ])('word a wrong value as loom does: %j', async (argv, message) => {
    const { json, run: failed } = await runLoomJson<ErrorAnswer>(argv, { home: home.path });
    expect(failed.code).toBe(2);
    expect(json.error.message).toBe(message);
    expect((await run(argv)).stderr).toMatch(/^Error: .*\nHint: /);
  });

  it('show no stack, but with --debug', async () => {
    expect((await run(['config', 'get', 'x'])).stderr).not.toContain(' at ');
    expect((await run(['config', 'get', 'x', '--debug'])).stderr).toContain(' at ');
  });

  it('show hostile text safely', async () => {
    const { stderr } = await run(['config', 'get', 'a\u001b[31m\u202E']);
    expect(stderr).toContain('a␛[31m<U+202E>');
    expect(stderr).not.toContain('\u001b');
  });
});

describe('stdout', () => {
  it('that is full ends with 74 and names what was committed', async () => {
    if (!existsSync('/dev/full')) return;
    const full = openSync('/dev/full', 'w');
    const argv = ['config', 'set', 'sessions.scope', 'all'];
    const { code, stderr } = await runLoom(argv, { home: home.path, stdout: full });
    closeSync(full);
    expect(code).toBe(74);
    expect(stderr).toContain('Committed all the same: sessions.scope in ');
    expect(stderr).toContain('ENOSPC');
    expect((await run(['config', 'get', 'sessions.scope'])).stdout).toBe('all\n');
    await run(['config', 'unset', 'sessions.scope']);
  });

  it('that nobody reads any more ends the command quietly', () => {
    const command = `"${process.execPath}" "${LOOM}" help exit-codes; echo "code $?" >&2`;
    const script = `{ ${command}; } | true`;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { stderr } = spawnSync('sh', ['-c', script], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: home.path },
      });
      expect(stderr).toBe('code 0\n');
    }
  });

  it('carries no escape sequence unless colour is asked for', async () => {
    for (const env of [{}, { NO_COLOR: '1', LOOM_FORCE_TTY: '80' }, { TERM: 'dumb', LOOM_FORCE_TTY: '80' }]) {
      expect((await run(['config', 'list'], env)).stdout).not.toContain('\u001b');
    }
    expect((await run(['config', 'list'], { LOOM_FORCE_TTY: '80' })).stdout).toContain('\u001b');
    expect(
      (await run(['config', 'list', '--no-color'], { LOOM_FORCE_TTY: '80', FORCE_COLOR: '1' })).stdout,
    ).not.toContain('\u001b');
  });

  it('has tables on a terminal, cut to its width, and tabs in a pipe', async () => {
    const terminal = await run(['config', 'list', '--no-color'], { LOOM_FORCE_TTY: '60' });
    expect(terminal.stdout).toMatch(/^KEY +VALUE +ABOUT\n/);
    for (const line of terminal.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
    const pipe = await run(['config', 'list']);
    expect(pipe.stdout).toMatch(/^retention\.days\tnever\tDays without use/);
  });
});

const ASK_V8 = `
const { readFileSync } = require('node:fs');
const [program, cache] = process.argv.slice(1);
const content = readFileSync(cache);
const cachedData = content.subarray(8, 8 + content.readUInt32LE(0));
const script = new (require('node:vm').Script)(readFileSync(program, 'latin1'), { filename: program, cachedData });
process.stdout.write(String(!script.cachedDataRejected));`;

/** Whether a start without flags would use the cache. */
function isTaken(program: string, cache: string): boolean {
  const { stdout } = spawnSync(process.execPath, ['-e', ASK_V8, program, cache], { encoding: 'utf8', env: {} });
  return stdout === 'true';
}

describe('the code cache', () => {
  it('that is damaged is ignored and replaced', async () => {
    const dist = join(LOOM, '../../dist');
    const digest = readFileSync(join(dist, 'loom.cjs'), 'latin1').slice(3, 19);
    const cache = join(dist, `loom-${digest}-${process.version}-${process.arch}-version.v8cache`);
    await run(['version']);
    const good = readFileSync(cache);
    for (const damaged of [
      Buffer.alloc(0),
      Buffer.from('junk'),
      good.subarray(0, 5000),
      Buffer.from(good).fill(7, 9000, 9100),
    ]) {
      writeFileSync(`${cache}.new`, damaged);
      renameSync(`${cache}.new`, cache);
      expect((await run(['version'])).code).toBe(0);
      expect(readFileSync(cache).length).toBeGreaterThan(10_000);
    }
  });

  it('is kept for commands that exist only', async () => {
    const own = `-${process.version}-`;
    const caches = () =>
      readdirSync(join(LOOM, '../../dist')).filter((name) => name.endsWith('.v8cache') && name.includes(own));
    await run(['frobnicate']);
    await run(['config', 'frobnicate']);
    await run(['config', 'get', 'sessions.scope']);
    expect(caches().filter((name) => name.includes('frobnicate'))).toEqual([]);
    const ofCommand = caches().filter((name) => name.includes('-config-get.'));
    expect(ofCommand.filter((name) => name.startsWith('loom-'))).toHaveLength(1);
  });

  it.each([['import'], ['import', '--dry-run'], ['doctor']])(
    'that %s %s leaves is one that V8 takes',
    async (...line) => {
      const dist = join(LOOM, '../../dist');
      const digest = readFileSync(join(dist, 'loom.cjs'), 'latin1').slice(3, 19);
      const cache = join(dist, `loom-${digest}-${process.version}-${process.arch}-${line[0]}.v8cache`);
      rmSync(cache, { force: true });
      await run(line);
      expect(isTaken(join(dist, 'loom.cjs'), cache)).toBe(true);
    },
  );

  it('can be switched off', async () => {
    expect((await run(['version'], { LOOM_NO_CODE_CACHE: '1' })).code).toBe(0);
  });
});
