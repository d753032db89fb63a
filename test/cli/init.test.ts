import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, loom, openSandbox, programPath, type Run, type Sandbox } from './support/case-sandbox.ts';

interface InitAnswer {
  readonly result: string;
  readonly agents: readonly string[];
  readonly program: string | null;
  readonly notes: readonly string[];
  readonly changes: readonly {
    readonly agent: string | null;
    readonly path: string;
    readonly action: string;
    readonly diff: string;
    readonly refusal?: { readonly code: string };
  }[];
}

/** A sandbox with loom on PATH, as an installation has it. */
function openInstalled(): { readonly box: Sandbox; readonly run: (...args: string[]) => Run } {
  const box = openSandbox();
  const bin = join(box.root, 'bin');
  mkdirSync(bin);
  symlinkSync(programPath, join(bin, 'loom'));
  const env = { PATH: `${bin}:${process.env['PATH']}` };
  git(box, box.work, 'init', '-q');
  return { box, run: (...args) => loom(box, ['init', ...args], { env }) };
}

const answer = (run: Run): InitAnswer => JSON.parse(run.stdout) as InitAnswer;

function settle(box: Sandbox, path: string, text: string): string {
  const full = join(box.root, path);
  mkdirSync(join(full, '..'), { recursive: true });
  writeFileSync(full, text);
  return full;
}

describe('loom init', () => {
  it('shows what it would do, writes nothing without a yes, and takes all back', () => {
    const { box, run } = openInstalled();
    const before = '{\r\n\t// mine\r\n\t"env": {"HARBOUR_TOKEN": "tide-4711"}\r\n}\r\n';
    const file = settle(box, 'work/.claude/settings.json', before);
    const planned = run('--dry-run');
    expect(planned.code).toBe(0);
    expect(planned.stdout).toContain('+ \t\t\t\t\t\t"command": "loom hook claude-code"');
    expect(planned.stdout).not.toContain('4711');
    const unasked = run();
    expect([unasked.code, readFileSync(file, 'utf8')]).toEqual([6, before]);
    expect(unasked.stderr).toContain('Hint: loom init --yes');
    const done = run('--yes', '--json');
    expect(answer(done)).toMatchObject({ result: 'written', agents: ['claude-code'], program: 'loom' });
    expect(done.stdout).not.toContain('4711');
    expect(existsSync(join(box.work, '.gitattributes'))).toBe(true);
    expect(answer(run('--yes', '--json')).result).toBe('unchanged');
    expect(run('--uninstall', '--yes').code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(git(box, box.work, 'status', '--short')).toBe('?? .claude/');
    expect(answer(run('--uninstall', '--json'))).toMatchObject({ result: 'unchanged', changes: [] });
  });

  it('leaves a file that it cannot read, writes the others, and says so with 6', () => {
    const { box, run } = openInstalled();
    settle(box, 'work/.claude/settings.json', '{ half');
    settle(box, 'work/.gemini/settings.json', '{}');
    const done = run('--yes', '--json');
    expect(done.code).toBe(6);
    expect(answer(done).changes.map(({ action, refusal }) => refusal?.code ?? action)).toEqual([
      'not-json',
      'change',
      'create',
      'create',
    ]);
    expect(readFileSync(join(box.work, '.claude/settings.json'), 'utf8')).toBe('{ half');
  });

  it('names its place in the settings of the user, and leaves a project alone that those cover', () => {
    const { box, run } = openInstalled();
    settle(box, 'home/.claude/settings.json', '{}');
    expect(answer(run('--user', '--yes', '--json')).program).toBe(join(box.root, 'bin', 'loom'));
    const covered = answer(run('--yes', '--json'));
    expect(covered.agents).toEqual([]);
    expect(covered.notes.join()).toContain('claude-code calls loom by the settings of the user');
    expect(answer(run('--uninstall', '--yes', '--json')).notes.join()).toContain('loom init --user --uninstall');
  });

  it('says what an agent has no place for, and does the rest', () => {
    const { box, run } = openInstalled();
    const done = run('--user', '--yes', '--json', '--with-mcp', '--agent', 'copilot-cli', '--agent', 'pi');
    expect([done.code, answer(done).changes.map(({ path }) => path.slice(box.home.length))]).toEqual([
      0,
      ['/.copilot/mcp-config.json', '/.pi/agent/extensions/loom.ts'],
    ]);
    expect(answer(done).notes.join()).toMatch(/copilot-cli: its hooks belong to a project.*pi takes no MCP servers/);
  });

  it('says when it found no agent, and refuses one without hooks', () => {
    const { run } = openInstalled();
    expect(answer(run('--yes', '--json')).notes.join()).toContain('no agent was found');
    const goose = run('--agent', 'goose');
    expect([goose.code, goose.stderr]).toEqual([2, expect.stringContaining('loom import goose')]);
  });

  it('installs nothing that runs from a cache', () => {
    const { box } = openInstalled();
    const cache = join(box.root, '_npx', '5f1a', 'node_modules', '.bin');
    mkdirSync(cache, { recursive: true });
    rmSync(join(box.root, 'bin', 'loom'));
    symlinkSync(programPath, join(cache, 'loom'));
    // The script that runs now lies in the project: nothing of either lasts.
    const root = join(programPath, '..', '..');
    const run = loom(box, ['init', '--user', '--dry-run', '--agent', 'pi'], { cwd: root, env: { PATH: cache } });
    expect([run.code, run.stderr]).toEqual([6, expect.stringContaining('npm link')]);
  });

  it('makes hooks that work, and status and doctor tell of them', () => {
    const { box, run } = openInstalled();
    expect(run('--yes', '--user', '--agent', 'claude-code').code).toBe(0);
    const settings = JSON.parse(readFileSync(join(box.home, '.claude', 'settings.json'), 'utf8'));
    const [program] = settings.hooks.Stop[0].hooks[0].command.split(' ');
    chmodSync(programPath, 0o755);
    const status = () => JSON.parse(loom(box, ['status', '--json']).stdout).hooks;
    expect(status()).toMatchObject([{ agent: 'claude-code', scope: 'user', program, isRunnable: true }]);
    const doctor = () => loom(box, ['doctor']).stdout;
    expect(doctor()).toContain('hooks of claude-code: in the settings of the user');
    rmSync(program);
    expect(status()).toMatchObject([{ isRunnable: false }]);
    expect(doctor()).toContain('loom init --agent claude-code --user');
    expect(loom(box, ['status']).stdout).toContain(`hooks    claude-code (user); ${program} is not there any more`);
  });
});
