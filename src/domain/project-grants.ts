import type { LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import type { EventId, IsoTime, ProjectId } from '../kernel/ids.ts';

/** A project that a person opened to another one, or to all. */
export interface ProjectGrant {
  readonly id: EventId;
  /** The project whose history and memory may be read. */
  readonly from: ProjectId;
  /** The project in which they may be read. */
  readonly to: ProjectId | 'all';
  readonly at: IsoTime;
  readonly until: string | null;
  readonly reason: string | null;
}

/** Folds what one event says of grants; only a person's word opens anything. */
export function foldGrants(grants: readonly ProjectGrant[], event: LoomEvent): readonly ProjectGrant[] {
  if (isErased(event.data)) return grants;
  if (event.type === 'policy.revoked') {
    const { grant } = event.data;
    return grants.filter(({ id }) => id !== grant);
  }
  if (event.type !== 'policy.granted' || event.by.kind !== 'person' || event.trust !== 'person') return grants;
  const { scope, until = null, reason = null } = event.data;
  if (scope.kind !== 'cross-project' || grants.some(({ id }) => id === event.id)) return grants;
  return [...grants, { id: event.id, from: scope.from, to: scope.to, at: event.at, until, reason }];
}

/** Whether a grant still holds at a moment. */
export function isOpen({ until }: ProjectGrant, now: IsoTime): boolean {
  return until === null || until > now;
}
