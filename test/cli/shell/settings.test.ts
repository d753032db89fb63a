import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome, runLoom, runLoomJson } from '../support/run-loom.ts';

let home: ReturnType<typeof makeHome>;
let file: string;
beforeEach(() => {
  home = makeHome();
  file = join(home.path, '.config/loom/config.json');
});
afterEach(() => home.remove());

const config = (...words: string[]) => runLoom(['config', ...words], { home: home.path });

function writeConfig(text: string): void {
  mkdirSync(join(home.path, '.config/loom'), { recursive: true });
  writeFileSync(file, text);
}

describe('settings', () => {
  it('are set, read with their origin, and unset, and say how to undo', async () => {
    const set = await config('set', 'retention.days', '30d');
    expect(set).toMatchObject({
      code: 0,
      stdout: 'Set retention.days to 30\n',
      stderr: 'Undo: loom config unset retention.days\n',
    });
    expect((await config('get', 'retention.days', '--origin')).stdout).toBe(`30\tuser ${file}\n`);
    expect((await config('set', 'retention.days', 'never')).stderr).toBe('Undo: loom config set retention.days 30\n');
    expect((await config('unset', 'retention.days')).stderr).toBe('Undo: loom config set retention.days never\n');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({});
  });

  it('change nothing with --dry-run', async () => {
    expect((await config('set', 'sessions.scope', 'all', '--dry-run')).stdout).toBe(
      'Would set sessions.scope to all\n',
    );
    expect(existsSync(file)).toBe(false);
  });

  it('ask what 0 days of retention should mean', async () => {
    const refused = await config('set', 'retention.days', '0');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('off is "never"; or is everything to be deleted?');
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['retention.days', 'soon'],
    ['retention.days', '-1'],
    ['retention.maxSessions', '1.5'],
    ['sessions.scope', 'everywhere'],
    ['policy.globs', '../outside'],
    ['policy.globs', '/etc/*'],
    ['digest.tokens', '9000'],
  ])('refuse %s %s', async (key, value) => {
    expect((await runLoom(['config', 'set', key, '--', value], { home: home.path })).code).toBe(2);
  });

  it('keep what they do not know when another key changes', async () => {
    writeConfig('{"future":{"key":1},"sessions":{"scope":"all"}}');
    await config('set', 'retention.days', '10');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      future: { key: 1 },
      sessions: { scope: 'all' },
      retention: { days: 10 },
    });
  });

  it('warn with file and line about unknown keys and bad values, and go on', async () => {
    writeConfig('{\n "sessions": {\n  "scop": "all" },\n "retention": { "days": 0 } }');
    const listed = await config('list');
    expect(listed.code).toBe(0);
    expect(listed.stderr).toContain(`Warning: ${file}:3: unknown key sessions.scop; did you mean sessions.scope?\n`);
    expect(listed.stderr).toContain(`Warning: ${file}:4: retention.days cannot be 0`);
    expect(listed.stdout).toContain('retention.days\tnever');
  });

  it('survive a damaged file, offer the last valid one, and do not overwrite it', async () => {
    await config('set', 'sessions.scope', 'all');
    writeFileSync(file, '{"sessions": {');
    const listed = await config('list');
    expect(listed.code).toBe(0);
    expect(listed.stderr).toContain(`Warning: ${file}:1: this is no JSON`);
    expect(listed.stderr).toContain(`cp '${file}.valid' '${file}'`);
    expect((await config('set', 'retention.days', '3')).code).toBe(3);
    expect(readFileSync(file, 'utf8')).toBe('{"sessions": {');
    expect(JSON.parse(readFileSync(`${file}.valid`, 'utf8'))).toEqual({ sessions: { scope: 'all' } });
  });

  it('that cannot be read are not taken for none: nothing is set, and nothing is said to be unset', async () => {
    // A link that leads nowhere can be read by nobody, not even by root.
    mkdirSync(join(home.path, '.config/loom'), { recursive: true });
    symlinkSync(file, file);
    for (const words of [
      ['set', 'retention.days', '3'],
      ['unset', 'retention.days'],
    ]) {
      const run = await config(...words);
      expect(run).toMatchObject({ code: 7, stdout: '' });
      expect(run.stderr).toContain(`cannot read ${file} (ELOOP)`);
    }
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
  });

  it('stay a link where a person links them', async () => {
    mkdirSync(join(home.path, '.config/loom'), { recursive: true });
    const real = join(home.path, 'dotfiles.json');
    writeFileSync(real, '{}');
    symlinkSync(real, file);
    await config('set', 'retention.days', '3');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(real, 'utf8'))).toEqual({ retention: { days: 3 } });
  });

  it('are taken from the user, then the project, then the environment', async () => {
    const project = join(home.path, 'camp');
    mkdirSync(join(project, '.loom'), { recursive: true });
    mkdirSync(join(project, 'deep'), { recursive: true });
    await config('set', 'digest.tokens', '1000');
    writeFileSync(join(project, '.loom/config.json'), '{"digest":{"tokens":1400},"project":{"labels":["holiday"]}}');
    const get = async (key: string, env = {}) =>
      (await runLoom(['config', 'get', key], { home: home.path, cwd: join(project, 'deep'), env })).stdout.trim();
    expect(await get('project.labels')).toBe('holiday');
    expect(await get('digest.tokens')).toBe('1000');
    expect(await get('digest.tokens', { LOOM_DIGEST_TOKENS: '50' })).toBe('50');
  });

  it('that only a person may set are not taken from a project', async () => {
    mkdirSync(join(home.path, '.loom'), { recursive: true });
    writeFileSync(join(home.path, '.loom/config.json'), '{"retention":{"days":1},"store":"/elsewhere"}');
    const { run, json } = await runLoomJson<{ value: unknown }>(['config', 'get', 'retention.days'], {
      home: home.path,
    });
    expect(json.value).toBe('never');
    expect(run.stderr).toContain('retention.days can only be set by you, not by a project');
  });

  it('name an environment variable that cannot be', async () => {
    const env = { LOOM_SESSIONS_SCOPE: 'al' };
    const { stderr, code } = await runLoom(['config', 'list'], { home: home.path, env });
    expect(code).toBe(0);
    expect(stderr).toBe('Warning: LOOM_SESSIONS_SCOPE must be project or all; ignored\n');
  });
});
