/** A store, a project and settings of agents in which everything that somebody else names is hostile to a screen. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { answer, importClaude, succeed } from './case-answers.ts';
import { git, type Sandbox, sandboxAt } from './case-sandbox.ts';
import { later, nativeId, toolRound, writeRecords } from './claude-fixture.ts';
import { type Fields, hook } from './fake-agents.ts';

/** Escapes, a window title, C1, bidi, zero width, tags, separators and backspaces; no line feed. */
export const EVIL = 'E\u001b[8mV\u001b]0;pwned\u0007\u009b5mI\u202eL\u2066\u200b\u200f\u{e0041}\b\r\u007f\u2028x';
/** The same for a file name: nothing that git or a file system refuses. */
export const EVIL_NAME = `${EVIL}\nforged line`;
/** What git takes as the name of a branch. */
export const EVIL_BRANCH = 'br\u202ean\u200bch\u2066';

export interface HostileStore {
  readonly box: Sandbox;
  readonly first: string;
  readonly second: string;
  /** A record that is proposed, and one that is accepted. */
  readonly proposed: string;
  readonly accepted: string;
  readonly native: string;
}

function writeProject(box: Sandbox): void {
  const write = (name: string, content: unknown): void => {
    const path = join(box.work, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  };
  git(box, box.work, 'init', '-q', '-b', 'main');
  git(box, box.work, 'checkout', '-q', '-b', EVIL_BRANCH);
  git(box, box.work, 'remote', 'add', 'origin', `https://pier.test/${EVIL}`);
  write(EVIL_NAME, EVIL);
  git(box, box.work, 'add', '-A');
  git(box, box.work, 'commit', '-qm', EVIL);
  write(`${EVIL_NAME} too`, EVIL);
  write('CLAUDE.md', `always ${EVIL}`);
  write('AGENTS.md', `never ${EVIL}`);
  const run = { hooks: [{ type: 'command', command: `echo ${EVIL}` }], matcher: EVIL };
  write('.claude/settings.json', {
    permissions: { allow: [`Bash(${EVIL})`], defaultMode: EVIL },
    env: { PATH: EVIL, [EVIL]: EVIL },
    hooks: { PreToolUse: [run], [EVIL]: [run] },
  });
  write('.mcp.json', { mcpServers: { [EVIL]: { command: EVIL, args: [EVIL] } } });
  write('.codex/config.toml', `model = ${JSON.stringify(EVIL_BRANCH)}\n`);
  write('.gemini/settings.json', { hooks: { BeforeTool: [run] }, mcpServers: { [EVIL]: { command: EVIL } } });
  write('.loom/config.json', { project: { labels: [EVIL] }, policy: { globs: [EVIL] }, [EVIL]: EVIL });
  symlinkSync(EVIL_NAME, join(box.work, 'link'));
}

function writeTranscript(box: Sandbox, number: number): void {
  const sessionId = nativeId(number);
  const start = later('2026-04-01T00:00:00.000Z', number * 60);
  const extra = { gitBranch: EVIL, version: EVIL, slug: EVIL, permissionMode: EVIL };
  const plan = { sessionId, cwd: box.work, start, prompt: () => `${EVIL} ${number}`, answer: () => EVIL, extra };
  const input = { file_path: join(box.work, EVIL), command: EVIL, [EVIL]: EVIL };
  const records = toolRound(plan, { name: `Read${EVIL}`, input, output: EVIL }).map((record) => {
    const message = record['message'] as Fields;
    return message['role'] === 'assistant' ? { ...record, message: { ...message, model: EVIL } } : record;
  });
  const titled = { type: 'custom-title', customTitle: EVIL, sessionId };
  const unknown = { type: EVIL, sessionId, text: EVIL };
  writeRecords(join(box.root, `sources ${EVIL}`, `${sessionId}.jsonl`), [...records, titled, unknown]);
}

const PROGRAMS = ['git', 'node', 'sh', 'ps', 'env', 'loom', 'claude', 'codex', 'gemini', 'pi', 'age', 'ssh'];
const HOOKS = ['post-checkout', 'post-index-change', 'reference-transaction', 'fsmonitor-watchman', 'pre-auto-gc'];
const RUNNING_SETTINGS = [
  ...['core.fsmonitor', 'core.sshCommand', 'core.pager', 'core.editor', 'core.alternateRefsCommand', 'core.gitProxy'],
  ...['filter.evil.clean', 'filter.evil.smudge', 'filter.evil.process', 'diff.evil.textconv', 'diff.evil.command'],
  ...[
    'diff.external',
    'gpg.program',
    'credential.helper',
    'merge.evil.driver',
    'pager.status',
    'interactive.diffFilter',
  ],
];

function noteOf(box: Sandbox): string {
  return join(box.root, 'canary-sang');
}

/** The canaries that were run, by name. */
export function sungCanaries({ box }: HostileStore): readonly string[] {
  return existsSync(noteOf(box)) ? readFileSync(noteOf(box), 'utf8').split('\n') : [];
}

/**
 * Puts programs that leave a note when they run wherever git, a shell or a search for a program could find them, and gives the
 * environment of somebody whose PATH begins with the folder at hand.
 */
function plantCanaries(box: Sandbox): Sandbox {
  const plant = (path: string): void => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, `#!/bin/sh\necho "$0 $*" >> '${noteOf(box)}'\n`, { mode: 0o755 });
  };
  const canary = join(box.root, 'canary');
  plant(canary);
  for (const name of RUNNING_SETTINGS) git(box, box.work, 'config', name, canary);
  git(box, box.work, 'config', 'filter.evil.required', 'true');
  git(box, box.work, 'config', 'alias.status', `!${canary}`);
  git(box, box.work, 'config', 'core.worktree', box.home);
  git(box, box.work, 'remote', 'add', 'evil', `ext::${canary} %S`);
  const modules = '[submodule "reef"]\n\tpath = reef\n\turl = ext::canary\n\tupdate = !canary\n';
  writeFileSync(join(box.work, '.gitmodules'), modules);
  writeFileSync(join(box.work, '.gitattributes'), '* filter=evil diff=evil merge=evil\n');
  writeFileSync(join(box.work, EVIL_NAME), `${EVIL} again`);
  for (const name of HOOKS) plant(join(box.work, '.git', 'hooks', name));
  for (const name of PROGRAMS) plant(join(box.work, name));
  return { ...box, env: { ...box.env, PATH: ['.', '', box.work, box.env['PATH'] ?? ''].join(delimiter) } };
}

/** Makes it all; the caller removes `root`. */
export async function makeHostileStore(root: string): Promise<HostileStore> {
  const box = sandboxAt(root, EVIL_NAME);
  writeProject(box);
  for (const number of [1, 2, 3]) writeTranscript(box, number);
  importClaude(box, join(box.root, `sources ${EVIL}`));
  mkdirSync(join(box.home, '.config', 'loom'), { recursive: true });
  writeFileSync(join(box.home, '.config', 'loom', 'config.json'), JSON.stringify({ [EVIL]: { [EVIL]: EVIL } }));
  const call = { session_id: EVIL, cwd: box.work, hook_event_name: 'PostToolUse', tool_name: EVIL, tool_use_id: EVIL };
  await hook(box, 'claude-code', { ...call, tool_input: { command: EVIL }, tool_response: EVIL, model: EVIL });
  await hook(box, 'claude-code', { ...call, hook_event_name: EVIL });
  const propose = (text: string): string =>
    answer<{ id: string }>(box, [
      ...['memory', 'propose', text, '--kind', 'fact', '--tag', EVIL, '--path', EVIL, '--because', nativeId(1)],
    ]).id;
  const [proposed, accepted] = [propose(`The pier ${EVIL} opens`), propose(`The crane ${EVIL} rests`)];
  const asserted = ['--approved-by', EVIL, '--evidence', EVIL, '--confirm-instruction'];
  succeed(box, ['memory', 'accept', accepted, ...asserted]);
  succeed(box, ['sessions', 'rename', nativeId(2), `given ${EVIL}`]);
  const native = answer<{ id: string }>(box, ['sessions', 'start', '--title', EVIL, '--agent', 'codex']).id;
  return { box: plantCanaries(box), first: nativeId(1), second: nativeId(2), proposed, accepted, native };
}
