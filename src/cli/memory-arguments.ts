import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { AppContext } from '../app/context.ts';
import { findMemory } from '../app/find-memory.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import { MEMORY_KINDS } from '../events/memory-data.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { readConfigValue } from './config-values.ts';
import { readStdin } from './read-stdin.ts';
import { readScope, type ScopeFlags } from './session-scope.ts';

/** The argument of commands that work on one or several records. */
export const memoriesArg = {
  id: Args.string({
    ignoreStdin: true,
    description: 'Memory ids or unique beginnings of them; - reads them from stdin.',
    required: true,
  }),
};

/** `--kind`, which has these values everywhere. */
export const kindFlag = {
  kind: Flags.option({ summary: 'What it is.', options: MEMORY_KINDS })(),
};

/** `--tag` and `--path` of commands that write records. */
export const describingFlags = {
  tag: Flags.string({ summary: 'Tag; several times, or separated by commas.', multiple: true, helpValue: 'TAG' }),
  path: Flags.string({ summary: 'File or folder it is about; several times.', multiple: true, helpValue: 'PATH' }),
};

const MOST_WORDS = 32;
const LONGEST_TAG = 64;
const LONGEST_PATH = 512;

function tooMany(flag: string): LoomError {
  return new LoomError({
    kind: 'usage',
    code: 'bad-value',
    message: `--${flag}: at most ${MOST_WORDS}, each of at most ${flag === 'tag' ? LONGEST_TAG : LONGEST_PATH} characters`,
  });
}

/** Reads `--tag`: each once, in the order given. */
export function readTags(given: readonly string[] | undefined): readonly string[] | undefined {
  const words = given?.flatMap((word) => word.split(',').map((tag) => tag.trim())).filter((tag) => tag !== '');
  if (words !== undefined && (words.length > MOST_WORDS || words.some((word) => word.length > LONGEST_TAG))) {
    throw tooMany('tag');
  }
  return words === undefined ? undefined : [...new Set(words)];
}

/** Reads `--path`. */
export function readPaths(given: readonly string[] | undefined): readonly string[] | undefined {
  const words = given?.filter((path) => path !== '');
  if (words !== undefined && (words.length > MOST_WORDS || words.some((word) => word.length > LONGEST_PATH))) {
    throw tooMany('path');
  }
  return words === undefined ? undefined : [...new Set(words)];
}

const LONGEST_REASON = 500;

/** A sentence of a person as it may be written: redacted and not too long; absent when it is empty. */
export function redacted(app: AppContext, text: string | undefined): string | undefined {
  const words = text === undefined ? '' : app.redactor.redact(text.trim()).text.slice(0, LONGEST_REASON);
  return words === '' ? undefined : words;
}

/** The ids of a command line; `-` reads more from standard input. Each once. */
export async function readIds(words: readonly string[]): Promise<readonly string[]> {
  const lines = words.includes('-')
    ? (await readStdin('a list of ids')).split(/\s+/).filter((line) => line !== '')
    : [];
  return [...new Set(words.flatMap((each) => (each === '-' ? lines : [each])))];
}

/** Finds each record that is named, once; nothing is returned unless every id means exactly one. */
export async function findMemories(
  app: AppContext,
  words: readonly string[],
  flags: ScopeFlags,
): Promise<readonly MemoryRecord[]> {
  const scope = await readScope(app, flags);
  app.readModel.catchUp();
  const found = new Map<string, MemoryRecord>();
  for (const word of await readIds(words)) {
    const record = findMemory(app, word, scope);
    found.set(record.id, record);
  }
  return [...found.values()];
}

/** Throws LoomError `refused` (`memory-disabled`) when the person or the project turned memory off. */
export async function requireMemoryOn(app: AppContext, effect = 'nothing was proposed'): Promise<void> {
  if (await readConfigValue(app, 'memory.enabled')) return;
  throw new LoomError({
    kind: 'refused',
    code: 'memory-disabled',
    message: `memory is turned off here; ${effect}`,
    hints: ['loom config list --origin'],
  });
}
