import type { MemoryFilter } from '../app/list-memories.ts';
import type { MemoryStatus } from '../domain/memory-state.ts';
import { MEMORY_KINDS } from '../events/memory-data.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { closest } from './closest.ts';
import { readTags } from './memory-arguments.ts';

const STATUSES: readonly MemoryStatus[] = ['proposed', 'accepted', 'rejected', 'superseded', 'retracted', 'forgotten'];

/** What filters of `memory list` say. */
interface FilterFlags {
  readonly status?: string | undefined;
  readonly 'any-status': boolean;
  readonly kind?: string | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly path?: string | undefined;
}

function readWords<Word extends string>(flag: string, text: string, known: readonly Word[]): readonly Word[] {
  const words = text.split(',').map((word) => word.trim().toLowerCase());
  for (const word of words) {
    if (known.includes(word as Word)) continue;
    const guess = closest(word, known);
    throw new LoomError({
      kind: 'usage',
      code: 'bad-value',
      message: `--${flag}: there is no ${word}`,
      hints: [...(guess === undefined ? [] : [`did you mean: ${guess}`]), `one of: ${known.join(', ')}`],
    });
  }
  return words as readonly string[] as readonly Word[];
}

/** Reads `--status`, `--kind`, `--tag` and `--path`. Throws LoomError `usage` with a suggestion. */
export function readMemoryFilter(flags: FilterFlags): MemoryFilter {
  const { status, kind, path } = flags;
  const tags = readTags(flags.tag);
  return {
    anyStatus: flags['any-status'],
    ...(status === undefined ? {} : { statuses: readWords('status', status, STATUSES) }),
    ...(kind === undefined ? {} : { kinds: readWords('kind', kind, MEMORY_KINDS) }),
    ...(tags === undefined ? {} : { tags }),
    ...(path === undefined ? {} : { path }),
  };
}
