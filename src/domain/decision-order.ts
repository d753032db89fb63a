import type { EventDraft } from '../events/envelope.ts';
import type { IsoTime } from '../kernel/ids.ts';

/** Decisions of a person that replace each other. */
type Family = 'title' | 'pin' | 'presence';

const FAMILIES: Readonly<Record<string, Family>> = {
  'session.renamed': 'title',
  'session.pinned': 'pin',
  'session.unpinned': 'pin',
  'session.archived': 'presence',
  'session.restored': 'presence',
  'session.deleted': 'presence',
};

/** When each family was last decided. */
export type LastDecisions = ReadonlyMap<string, IsoTime>;

/** Notes when a decision was made; other events change nothing. */
export function noteDecision(last: Map<string, IsoTime>, event: { readonly type: string; readonly at: IsoTime }): void {
  const family = Object.hasOwn(FAMILIES, event.type) ? FAMILIES[event.type] : undefined;
  if (family === undefined) return;
  const before = last.get(family);
  if (before === undefined || event.at > before) last.set(family, event.at);
}

/**
 * Whether a decision that comes from another store is older than one that was made here about the same thing. The journal's
 * order is that of arrival, so such a decision would undo the newer one.
 */
export function isOutdated(event: Pick<EventDraft, 'type' | 'at'>, last: LastDecisions): boolean {
  const family = Object.hasOwn(FAMILIES, event.type) ? FAMILIES[event.type] : undefined;
  const here = family === undefined ? undefined : last.get(family);
  return here !== undefined && event.at < here;
}
