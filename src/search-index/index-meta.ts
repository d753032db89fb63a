import { JOURNAL_START, type JournalCursor } from '../app/ports/journal.ts';
import type { ReadModelStatus } from '../app/ports/read-model.ts';
import type { ProjectsState } from '../domain/project-state.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { IndexStore } from './index-store.ts';

/** Lines that no fold understood; `upTo` is the last damaged place counted, since a cursor does not move past damage. */
export interface SkippedLines {
  readonly counts: ReadModelStatus['skipped'];
  readonly upTo: readonly [segment: number, offset: number];
}

const NONE_SKIPPED: SkippedLines = { counts: { unknown: 0, newer: 0, damaged: 0 }, upTo: [0, -1] };

function parsed<T>(text: string | undefined, fallback: T): T {
  return text === undefined ? fallback : JSON.parse(text);
}

/** How far the store has folded. */
export function readCursor(store: IndexStore): JournalCursor {
  return parsed(store.meta('cursor'), JOURNAL_START);
}

/** Lines that were not understood so far. */
export function readSkipped(store: IndexStore): SkippedLines {
  return parsed(store.meta('skipped'), NONE_SKIPPED);
}

/** Sessions whose kept transcript could not be read the last time. */
export function readUnsummarized(store: IndexStore): readonly SessionId[] {
  return parsed<readonly SessionId[]>(store.meta('unsummarized'), []);
}

/** Normalizer versions that the summaries in the store were computed with, by agent. */
export function readNormalizers(store: IndexStore): Readonly<Record<string, number>> {
  return parsed<Readonly<Record<string, number>>>(store.meta('normalizers'), {});
}

/** The projects folded so far; a fresh value at each call, which a fold may take over. */
export function readProjects(store: IndexStore, empty: ProjectsState): ProjectsState {
  return parsed(store.meta('projects'), empty);
}
