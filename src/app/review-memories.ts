import { findNeighbours } from '../domain/memory-likeness.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import type { AppContext } from './context.ts';
import { isInScope } from './find-memory.ts';
import type { SessionScope } from './list-sessions.ts';
import { type MemoryView, viewMemories, viewMemory } from './memory-view.ts';

/** A proposal with the records that a person should see beside it. */
export interface ReviewItem {
  readonly proposal: MemoryView;
  /** Standing records that are like it or disagree with it; most alike first. */
  readonly neighbours: readonly MemoryView[];
}

const MOST_NEIGHBOURS = 3;

/** Proposals of a scope, oldest first. */
export function proposalsOf(app: AppContext, scope: SessionScope): readonly MemoryRecord[] {
  app.readModel.catchUp();
  return app.readModel
    .memories({ statuses: ['proposed'] })
    .filter((record) => isInScope(app, record, scope))
    .reverse();
}

/** Gathers what a person needs to decide about a proposal; `undefined` when it is no proposal any more. */
export function reviewItem(app: AppContext, id: MemoryRecord['id']): ReviewItem | undefined {
  const record = app.readModel.memory(id);
  if (record?.status !== 'proposed') return undefined;
  const proposal = viewMemory(app, record);
  const query = record.scope === null || record.scope === 'user' ? {} : { project: record.scope.project };
  const standing = app.readModel.memories(query).filter((other) => other.id !== id);
  const alike = findNeighbours(record.text, standing, MOST_NEIGHBOURS);
  const opposed = standing.filter((other) => proposal.conflictsWith.some((conflict) => conflict.id === other.id));
  return {
    proposal,
    neighbours: viewMemories(app, [...new Set([...alike, ...opposed])].slice(0, MOST_NEIGHBOURS + 2)),
  };
}
