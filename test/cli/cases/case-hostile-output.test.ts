/** What every command writes over a store in which all names and texts are hostile, byte by byte. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../support/remove-folder.ts';
import { told } from '../support/case-answers.ts';
import type { Run, RunOptions } from '../support/case-sandbox.ts';
import {
  COMMAND_ROWS,
  commandsOfManifest,
  type Row,
  runCommandRow,
  type Words,
  wordsOf,
} from '../support/command-rows.ts';
import { type HostileStore, makeHostileStore, sungCanaries } from '../support/hostile-store.ts';

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
});
afterAll(() => removeFolder(root));

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

function runRow(id: string, row: Row[number], way: string): Run {
  const { args, env } = WAYS[way] as (typeof WAYS)[string];
  const asked = wordsOf(row).includes('--jsonl') || OF_ONE_WAY.has(id) ? [] : args;
  return runCommandRow(store, id, row, { asked, env });
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
    expect(Object.keys(COMMAND_ROWS).sort()).toEqual(commandsOfManifest());
  });

  it.each(Object.entries(COMMAND_ROWS))('%s writes nothing that a screen would act on', (id, rows) => {
    const runs = rows.flatMap((row, at) =>
      waysOf(id, row, at === 0).map((way) => ({ way, run: runRow(id, row, way) })),
    );
    expect(runs.flatMap(({ way, run }) => leaksOf(id, way, run))).toEqual([]);
    for (const { run } of runs) expect(run.code, told(run)).not.toBe(1);
    expect(runs.some(({ run }) => run.code !== 2)).toBe(true);
  });

  it('no program that lies in the project, or that its git settings name, has run by then', () => {
    expect(sungCanaries(store)).toEqual([]);
    // They would: a plain git runs the first of them.
    const { work, env } = store.box;
    spawnSync('git', ['status'], { cwd: work, env: { ...env, PATH: process.env['PATH'] ?? '' } });
    expect(sungCanaries(store)).not.toEqual([]);
  });
});
