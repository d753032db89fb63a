import { decideSuccession, type MemoryRefusal } from '../domain/memory-decide.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import type { AppContext } from './context.ts';
import { MemoryStates } from './memory-events.ts';
import type { ProposeRequest } from './propose-memory.ts';

/** Why a record cannot give way to another; `undefined` when it can. The read model must be caught up. */
export function objectionToSuccession(app: AppContext, old: MemoryRecord): MemoryRefusal | undefined {
  const decision = decideSuccession(new MemoryStates(app, []).lookup, old.id);
  return decision.kind === 'refuse' ? decision.refusal : undefined;
}

/** A proposal of a text in the place of a record, with that record's kind, tags, paths and scope. */
export function successorRequest(old: MemoryRecord, text: string): ProposeRequest {
  const { kind, tags, paths, scope } = old;
  return {
    text,
    kind,
    tags,
    paths,
    scope:
      scope === null || scope === 'user'
        ? ({ kind: 'user' } as const)
        : ({ kind: 'project', argument: scope.project } as const),
    supersedes: old.id,
    distinct: true,
  };
}
