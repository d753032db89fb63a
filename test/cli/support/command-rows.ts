/** Command lines for every command, to be run over the hostile store. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loom, type Run, type RunOptions } from './case-sandbox.ts';
import { EVIL, EVIL_NAME, type HostileStore } from './hostile-store.ts';

export type Words = readonly string[];
export type Row = readonly (Words | { readonly words: Words; readonly input?: string; readonly through?: Words })[];

const HANDLE = 'first';
/** Command lines by command; `first`, `second`, `accepted`, `proposed` and `native` stand for ids. */
export const COMMAND_ROWS: Readonly<Record<string, Row>> = {
  acp: [{ words: [], input: `{"jsonrpc":"2.0","id":1,"method":"${JSON.stringify(EVIL).slice(1, -1)}"}\n` }],
  autocomplete: [['bash'], ['zsh'], ['fish'], ['bash', '--install', '--dry-run'], [EVIL]],
  'config:get': [['project.labels'], [EVIL]],
  'config:list': [[]],
  'config:set': [
    ['project.labels', JSON.stringify([EVIL]), '--dry-run'],
    [EVIL, EVIL],
  ],
  'config:unset': [['project.labels', '--dry-run'], [EVIL]],
  demo: [[]],
  doctor: [[]],
  export: [['--all'], ['--all', '-o', EVIL_NAME], ['--all', '-o', join(EVIL, EVIL)], ['--all', '-R', EVIL]],
  help: [[], [EVIL]],
  hook: [
    { words: ['claude-code'], input: JSON.stringify({ hook_event_name: EVIL }) },
    ...['claude-code', 'codex', 'gemini', 'cursor'].map((agent) => ({ words: [agent], input: 'start' })),
    [EVIL],
  ],
  import: [['--dry-run'], [EVIL], ['claude', `../sources ${EVIL}`], ['loom', EVIL_NAME]],
  'index:drop': [[]],
  'index:rebuild': [[]],
  'index:status': [[]],
  init: [
    ['--dry-run', '--with-permissions', '--with-mcp'],
    ['--agent', EVIL],
    ['--uninstall', '--dry-run'],
  ],
  'journal:repair': [['--dry-run']],
  'journal:stats': [[]],
  'journal:tail': [[], ['--derived'], ['--jsonl']],
  'journal:verify': [[]],
  mcp: [{ words: [], input: `{"jsonrpc":"2.0","id":1,"method":"${JSON.stringify(EVIL).slice(1, -1)}"}\n` }],
  'memory:accept': [['proposed'], ['proposed', '--approved-by', EVIL, '--evidence', EVIL], [EVIL]],
  'memory:confirm': [['accepted', '--evidence', EVIL], [EVIL]],
  'memory:digest': [[], ['--diff'], ['--write', EVIL_NAME, '--dry-run'], ['--write', `${EVIL}.md`, '--yes']],
  'memory:edit': [['accepted', '--tag', EVIL], ['accepted', '--text', `The crane ${EVIL} sleeps`], [EVIL]],
  'memory:export': [[], ['--format', 'markdown'], ['--to', EVIL, '--tag', EVIL]],
  'memory:extract': [[HANDLE, '--dry-run'], [HANDLE], [EVIL]],
  'memory:forget': [
    ['accepted', '--dry-run'],
    ['--from-session', HANDLE, '--dry-run'],
    [EVIL, '--yes'],
  ],
  'memory:import': [[EVIL_NAME], [EVIL], { words: ['-'], input: JSON.stringify({ text: EVIL, kind: EVIL }) }],
  'memory:list': [[], ['--any-status', '--jsonl'], ['--tag', EVIL], ['--project', EVIL]],
  'memory:pin': [['accepted'], [EVIL]],
  'memory:propose': [
    [`The tide ${EVIL} turns`, '--kind', 'fact', '--tag', EVIL],
    [EVIL, '--because', EVIL],
  ],
  'memory:reject': [['proposed', '--reason', EVIL], [EVIL]],
  'memory:retract': [[EVIL], ['accepted', '--reason', EVIL]],
  'memory:review': [{ words: [], input: 's\n' }],
  'memory:search': [['pier'], [''], [EVIL], ['pier', '--jsonl'], ['pier', '--path', EVIL], ['(', '--query']],
  'memory:show': [['accepted'], [EVIL]],
  'memory:supersede': [
    ['accepted', '--text', `The crane ${EVIL} is gone`],
    [EVIL, EVIL],
  ],
  'memory:timeline': [['accepted'], [EVIL]],
  'memory:unpin': [['accepted'], [EVIL]],
  paths: [[]],
  'project:grant': [[], ['--to', EVIL], ['--everywhere', '--reason', EVIL]],
  'project:link': [
    [EVIL, EVIL],
    ['.', EVIL_NAME, '--dry-run'],
  ],
  'project:list': [[]],
  'project:merge': [
    [EVIL, EVIL],
    ['.', EVIL],
  ],
  'project:revoke': [['.', '--everywhere'], [EVIL]],
  'project:show': [[], [EVIL]],
  redact: [[EVIL_NAME], { words: ['-'], input: 'nothing secret\n' }, ['--rescan'], ['--check', EVIL_NAME], [EVIL]],
  schema: [['sessions', 'list'], [EVIL]],
  'sessions:archive': [[HANDLE], [EVIL]],
  'sessions:close': [['native', '--reason', EVIL], [EVIL]],
  'sessions:compact': [[HANDLE, '--dry-run'], [HANDLE], [EVIL]],
  'sessions:compare': [
    [HANDLE, 'second'],
    [EVIL, EVIL],
  ],
  'sessions:delete': [['second', '--dry-run'], [EVIL]],
  'sessions:export': [
    [HANDLE],
    [HANDLE, '--mode', 'full'],
    ...['html', 'json', 'jsonl', 'ctx', 'native'].map((format) => [HANDLE, '--format', format, '--mode', 'full']),
    [HANDLE, '-o', EVIL_NAME],
    [HANDLE, '-o', join(EVIL, EVIL)],
    [EVIL],
  ],
  'sessions:fork': [[HANDLE, '--reason', EVIL], [HANDLE, '--native', '--dry-run'], [HANDLE, '--at', EVIL], [EVIL]],
  'sessions:list': [['--all'], ['--all', '--tree'], ['--all', '--jsonl'], ['--project', EVIL], ['--agent', EVIL]],
  'sessions:pin': [[HANDLE], [EVIL]],
  'sessions:prompts': [[HANDLE], ['--all'], [EVIL]],
  'sessions:purge': [['second', '--dry-run'], [EVIL]],
  'sessions:record': [
    ['native', 'prompt.submitted', '--data', JSON.stringify({ text: EVIL })],
    ['native', EVIL],
  ],
  'sessions:rename': [
    ['native', `again ${EVIL}`],
    [EVIL, EVIL],
  ],
  'sessions:restore': [[HANDLE], [EVIL]],
  'sessions:resume': [
    ...[HANDLE, 'second', 'native'].map((handle) => [handle, '--dry-run']),
    [HANDLE, '--print'],
    ...['anthropic', 'openai', 'json', 'markdown'].map((format) => [HANDLE, '--format', format, '--dry-run']),
    [HANDLE, '--native', '--dry-run'],
    [HANDLE, '--model', EVIL, '--dry-run'],
    [HANDLE, '--agent', EVIL],
    [HANDLE, '--accept', EVIL],
    [EVIL],
  ],
  'sessions:show': [[HANDLE], ['second', '--full'], [HANDLE, '--raw'], ['native'], [EVIL]],
  'sessions:start': [
    ['--title', EVIL, '--native-id', EVIL],
    ['--agent', EVIL],
  ],
  'sessions:timeline': [[HANDLE], [HANDLE, '--jsonl'], [EVIL]],
  'sessions:unpin': [[HANDLE], [EVIL]],
  // It serves until somebody ends it; what its pages hold is tested with them.
  serve: [{ words: ['--project', EVIL], through: ['timeout', '--signal=INT', '4'] }],
  status: [[]],
  ui: [['--plain'], ['--plain', EVIL], ['--project', EVIL]],
  undo: [[], [EVIL]],
  version: [[]],
};

export function commandsOfManifest(): readonly string[] {
  const manifest = JSON.parse(readFileSync(new URL('../../../dist/manifest.json', import.meta.url), 'utf8'));
  return Object.keys((manifest as { commands: object }).commands).sort();
}

/** The payload with which an agent says that a session begins, as several agents name its fields. */
function startOf({ box, first }: HostileStore): string {
  const begins = { hook_event_name: 'SessionStart', session_id: first, conversation_id: first, source: 'resume' };
  return JSON.stringify({ ...begins, cwd: box.work, workspace_roots: [box.work], model: EVIL });
}

export function wordsOf(row: Row[number]): Words {
  return Array.isArray(row) ? row : (row as { words: Words }).words;
}

/** Runs one command line; `asked` are further words. */
export function runCommandRow(
  store: HostileStore,
  id: string,
  row: Row[number],
  { asked, env, through }: { readonly asked: Words } & Pick<RunOptions, 'env' | 'through'>,
): Run {
  const given = 'input' in row ? (row.input ?? '') : '';
  const way = [...(through ?? []), ...('through' in row ? (row.through ?? []) : [])];
  const input = given === 'start' ? startOf(store) : given;
  const ids: Readonly<Record<string, unknown>> = { ...store };
  const named = wordsOf(row).map((word) => (typeof ids[word] === 'string' ? (ids[word] as string) : word));
  const options = { input, ...(env === undefined ? {} : { env }), through: way };
  return loom(store.box, [...id.split(':'), ...named, ...asked], options);
}
