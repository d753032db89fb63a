/** What every command writes over a store in which all names and texts are hostile, byte by byte. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { told } from '../support/case-answers.ts';
import { loom, type Run, type RunOptions } from '../support/case-sandbox.ts';
import { EVIL, EVIL_NAME, type HostileStore, makeHostileStore } from '../support/hostile-store.ts';

/** The colours that loom itself paints with. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the point of the test
const OWN_COLOUR = /\u001b\[(?:1|2|22|31|32|33|36|39)m/g;
const ACTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** What a screen would act on, beside line feeds, tabs and loom's own colours; with what stands around it. */
function activeIn(bytes: string): string | undefined {
  const text = bytes.replace(OWN_COLOUR, '').replace(/[\n\t]/g, ' ');
  const found = ACTIVE.exec(text);
  return found === null ? undefined : JSON.stringify(text.slice(Math.max(0, found.index - 60), found.index + 20));
}

let store: HostileStore;
let root: string;
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'loom-hostile-')));
  store = await makeHostileStore(root);
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Words = readonly string[];
type Row = readonly (Words | { readonly words: Words; readonly input: string })[];

const HANDLE = 'first';
/** Command lines by command; `first`, `second`, `accepted`, `proposed` and `native` stand for ids. */
const ROWS: Readonly<Record<string, Row>> = {
  acp: [{ words: [], input: `{"jsonrpc":"2.0","id":1,"method":"${JSON.stringify(EVIL).slice(1, -1)}"}\n` }],
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
  redact: [[EVIL_NAME], { words: ['-'], input: 'nothing secret\n' }, [EVIL]],
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
  serve: [['--project', EVIL]],
  status: [[]],
  ui: [['--plain'], ['--plain', EVIL], ['--project', EVIL]],
  undo: [[], [EVIL]],
  version: [[]],
};

function commandsOfManifest(): readonly string[] {
  const manifest = JSON.parse(readFileSync(new URL('../../../dist/manifest.json', import.meta.url), 'utf8'));
  return Object.keys((manifest as { commands: object }).commands).sort();
}

/** How a command line is run: on a painted terminal, into a pipe, as one document. */
const WAYS: Readonly<Record<string, { readonly args: Words; readonly env: NonNullable<RunOptions['env']> }>> = {
  terminal: { args: [], env: { LOOM_FORCE_TTY: '100', FORCE_COLOR: '1', NO_COLOR: undefined } },
  pipe: { args: [], env: {} },
  json: { args: ['--json'], env: {} },
};

/** Documents that other programs compare byte by byte: into a pipe they go as they are, as loom import reads them. */
function isVerbatim(words: Words, id: string): boolean {
  const format = words[words.indexOf('--format') + 1] ?? '';
  const isExport = id === 'sessions:export' && ['json', 'jsonl', 'ctx', 'native'].includes(format);
  return (isExport || id === 'redact' || id === 'export') && !words.includes('-o');
}

/** Commands that write in their own way, whatever is asked. */
const OF_ONE_WAY: ReadonlySet<string> = new Set(['acp', 'hook', 'mcp']);

/** The payload with which an agent says that a session begins, as several agents name its fields. */
function startOf({ box, first }: HostileStore): string {
  const begins = { hook_event_name: 'SessionStart', session_id: first, conversation_id: first, source: 'resume' };
  return JSON.stringify({ ...begins, cwd: box.work, workspace_roots: [box.work], model: EVIL });
}

function wordsOf(row: Row[number]): Words {
  return Array.isArray(row) ? row : (row as { words: Words }).words;
}

function runRow(id: string, row: Row[number], way: string): Run {
  const words = wordsOf(row);
  const given = 'input' in row ? row.input : '';
  const input = given === 'start' ? startOf(store) : given;
  const ids: Readonly<Record<string, unknown>> = { ...store };
  const named = words.map((word) => (typeof ids[word] === 'string' ? (ids[word] as string) : word));
  const { args, env } = WAYS[way] as (typeof WAYS)[string];
  const asked = words.includes('--jsonl') || OF_ONE_WAY.has(id) ? [] : args;
  return loom(store.box, [...id.split(':'), ...named, ...asked], { input, env });
}

/** The first row of a command is run in every way; the others, of which many are refused, as a person sees them. */
function waysOf(id: string, row: Row[number], isFirst: boolean): readonly string[] {
  return Object.keys(WAYS).slice(0, isFirst || isVerbatim(wordsOf(row), id) ? 3 : 1);
}

function leaksOf(id: string, way: string, run: Run): readonly string[] {
  const isPiped = way !== 'terminal' && isVerbatim(run.args, id);
  return (isPiped ? (['stderr'] as const) : (['stdout', 'stderr'] as const)).flatMap((stream) => {
    const leak = activeIn(run[stream]);
    return leak === undefined ? [] : [`${way} ${stream} of ${JSON.stringify(run.args)}: ${leak}`];
  });
}

describe('over a store where every name is hostile', () => {
  it('every command has a row here', () => {
    expect(Object.keys(ROWS).sort()).toEqual(commandsOfManifest());
  });

  it.each(Object.entries(ROWS))('%s writes nothing that a screen would act on', (id, rows) => {
    const runs = rows.flatMap((row, at) =>
      waysOf(id, row, at === 0).map((way) => ({ way, run: runRow(id, row, way) })),
    );
    expect(runs.flatMap(({ way, run }) => leaksOf(id, way, run))).toEqual([]);
    for (const { run } of runs) expect(run.code, told(run)).not.toBe(1);
    expect(runs.some(({ run }) => run.code !== 2)).toBe(true);
  });
});
