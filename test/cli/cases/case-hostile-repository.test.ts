/** A repository that wants to run something: whatever looks at it, nothing that it holds is run. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, loom, openSandbox, type Run, type Sandbox } from '../support/case-sandbox.ts';
import { claudeProjects, nativeId, writeSession } from '../support/claude-fixture.ts';

/** Names of programs that a command may look for. */
const PROGRAMS = ['git', 'node', 'sh', 'claude', 'codex', 'loom', 'xdg-open', 'ps', 'less', 'gpg', 'ssh'];
const HOOKS = ['post-index-change', 'post-checkout', 'pre-auto-gc', 'reference-transaction', 'fsmonitor-watchman'];
const TRIGGERS = (trap: string): readonly (readonly [string, string])[] => [
  ['core.fsmonitor', trap],
  ['core.pager', trap],
  ['core.editor', trap],
  ['core.sshCommand', trap],
  ['core.askPass', trap],
  ['core.hooksPath', join(dirname(trap), 'hooks')],
  ['core.attributesFile', join(dirname(trap), 'attributes')],
  ['credential.helper', `!${trap}`],
  ['gpg.program', trap],
  ['log.showSignature', 'true'],
  ['filter.trap.clean', trap],
  ['filter.trap.smudge', trap],
  ['filter.trap.process', trap],
  ['filter.trap.required', 'true'],
  ['diff.external', trap],
  ['diff.trap.command', trap],
  ['diff.trap.textconv', trap],
  ['merge.trap.driver', trap],
  ['alias.status', `!${trap}`],
  ['remote.origin.url', `ext::${trap}`],
  ['remote.origin.promisor', 'true'],
  ['protocol.ext.allow', 'always'],
  ['extensions.partialClone', 'origin'],
  ['status.submoduleSummary', 'true'],
];

interface Trapped {
  readonly box: Sandbox;
  /** Names of what was run. */
  readonly sprung: () => readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A repository with a trap at every place where git or a shell looks for something to run. */
function layTraps(): Trapped {
  const box = openSandbox();
  const log = join(box.root, 'sprung');
  const traps = join(box.work, 'traps');
  mkdirSync(log);
  const trap = (path: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `#!/bin/sh\n: > '${log}'/"$(basename "$0")"\nexit 1\n`);
    chmodSync(path, 0o755);
  };
  git(box, box.work, 'init', '-q', '-b', 'main');
  writeFileSync(join(box.work, 'tide.txt'), 'ebb\n');
  git(box, box.work, 'add', '-A');
  git(box, box.work, 'commit', '-qm', 'First watch');
  for (const name of PROGRAMS) trap(join(box.work, name));
  for (const name of HOOKS) for (const folder of ['.git/hooks', 'traps/hooks']) trap(join(box.work, folder, name));
  trap(join(traps, 'trap'));
  writeFileSync(join(box.work, '.gitattributes'), '* filter=trap diff=trap merge=trap\n');
  cpSync(join(box.work, '.gitattributes'), join(traps, 'attributes'));
  writeFileSync(join(box.work, 'tide.txt'), 'fog\n');
  for (const [key, value] of TRIGGERS(join(traps, 'trap'))) git(box, box.work, 'config', key, value);
  const path = ['', '.', './', box.work, 'traps', box.env['PATH']].join(delimiter);
  return { box, sprung: () => readdirSync(log), env: { PATH: path } };
}

const payload = (box: Sandbox, more: object) => JSON.stringify({ session_id: nativeId(1), cwd: box.work, ...more });

/** Every command that looks at a repository. */
function lookEverywhere({ box, env }: Trapped): readonly Run[] {
  writeSession(claudeProjects(box.home), { sessionId: nativeId(1), cwd: box.work, pairs: 2 });
  const run = (args: readonly string[], input?: string): Run =>
    loom(box, args, { env, ...(input === undefined ? {} : { input }) });
  const hook = (more: object): Run => run(['hook', 'claude-code'], payload(box, more));
  return [
    run(['import', 'claude']),
    run(['status']),
    run(['sessions', 'start', '--agent', 'claude-code']),
    hook({ hook_event_name: 'SessionStart', source: 'resume' }),
    hook({ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: {} }),
    hook({ hook_event_name: 'Stop' }),
    run(['sessions', 'resume', nativeId(1), '--dry-run']),
    run(['sessions', 'fork', nativeId(1)]),
    run(['sessions', 'resume', nativeId(1), '--accept', 'agent-missing', '--exec']),
    run(['sessions', 'close', nativeId(1)]),
    run(['project', 'show']),
    run(['init', '--agent', 'claude-code', '--yes']),
    run(['memory', 'digest', '--write', 'AGENTS.md', '--yes']),
    run(['ui', '--plain']),
    run(['doctor']),
    loom(box, ['serve', '--open'], { env, through: ['timeout', '--signal=INT', '3'] }),
  ];
}

/** Nothing was run, and nothing failed as a bug or waited for ever. */
function expectQuiet(trapped: Trapped): void {
  const runs = lookEverywhere(trapped);
  expect(trapped.sprung()).toEqual([]);
  const bad = runs.filter(({ code }) => code === null || code === 1);
  expect(bad.map(({ args, code, stderr }) => `${args.join(' ')} → ${code} ${stderr}`)).toEqual([]);
}

describe.skipIf(process.platform === 'win32')('a repository full of traps', () => {
  it('springs them for who asks git and the shell without care', () => {
    const { box, sprung, env } = layTraps();
    spawnSync('git', ['status'], { cwd: box.work, env: { ...box.env } });
    spawnSync('/bin/sh', ['-c', 'claude'], { cwd: box.work, env: { ...box.env, ...env } });
    expect(sprung()).toEqual(expect.arrayContaining(['trap', 'claude']));
  });

  it('springs none for loom', () => expectQuiet(layTraps()));

  it('springs none where .git is a file that leads out of the project', () => {
    const trapped = layTraps();
    const { work, root } = trapped.box;
    renameSync(join(work, '.git'), join(root, 'elsewhere.git'));
    writeFileSync(join(work, '.git'), `gitdir: ${join(root, 'elsewhere.git')}\n`);
    expectQuiet(trapped);
  });

  it('springs none where .git is a link', () => {
    const trapped = layTraps();
    const { work, root } = trapped.box;
    renameSync(join(work, '.git'), join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(work, '.git'));
    expectQuiet(trapped);
  });

  it('springs none where the common folder lies elsewhere', () => {
    const trapped = layTraps();
    const { work, root } = trapped.box;
    const common = join(root, 'common.git');
    renameSync(join(work, '.git'), common);
    const own = join(common, 'worktrees', 'work');
    mkdirSync(own, { recursive: true });
    for (const name of ['HEAD', 'index']) cpSync(join(common, name), join(own, name));
    writeFileSync(join(own, 'commondir'), '../..\n');
    writeFileSync(join(own, 'gitdir'), `${join(work, '.git')}\n`);
    writeFileSync(join(work, '.git'), `gitdir: ${own}\n`);
    expectQuiet(trapped);
  });

  it('springs none where it belongs to another user', ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can give a repository away');
    const trapped = layTraps();
    execFileSync('chown', ['-R', '54321:54321', trapped.box.work]);
    expectQuiet(trapped);
  });
});
