import type { EventId, MemoryId } from '../kernel/ids.ts';
import { appendMemory, decidable, type MemoryDecision, nothingOfMemory, refuseMemory } from './memory-decide.ts';
import type { MemoryRecord, MemoryState } from './memory-state.ts';

/** Events of a record whose effect a later event can take back. Forgetting is not among them. */
export const UNDOABLE_MEMORY: ReadonlySet<string> = new Set([
  'memory.proposed',
  'memory.accepted',
  'memory.rejected',
  'memory.superseded',
  'memory.retracted',
  'memory.confirmed',
  'memory.pinned',
  'memory.unpinned',
  'memory.edited',
]);

/** Types that `memory.reopened` takes back. */
const REOPENED: ReadonlySet<string> = new Set([
  'memory.accepted',
  'memory.rejected',
  'memory.superseded',
  'memory.retracted',
  'memory.confirmed',
]);

/** What is to be undone, and the record as it is now. */
export interface MemoryUndo {
  readonly event: EventId;
  readonly type: string;
  readonly memory: MemoryId;
  readonly now: MemoryState | undefined;
  /** As it was right before the event; needed for an edit. */
  readonly before: MemoryState | undefined;
}

/** Decides which event undoes another. A later decision in its way is a refusal: an undo never takes back more than its event did. */
export function decideMemoryUndo(undo: MemoryUndo): MemoryDecision {
  const { type, memory, event } = undo;
  if (!UNDOABLE_MEMORY.has(type)) return refuseMemory({ code: 'memory-not-undoable', type, memory });
  const found = decidable(undo.now, memory);
  if (!found.ok) return refuseMemory(found.refusal);
  if (REOPENED.has(type)) return undoDecision(undo);
  if (type === 'memory.edited') return undoEdit(undo, found.record);
  if (type === 'memory.proposed') return undoProposal(found.record);
  const { pinned } = found.record;
  if (pinned !== (type === 'memory.pinned')) return nothingOfMemory('already-undone');
  if (!pinned && found.record.status !== 'accepted') {
    return refuseMemory({ code: 'memory-undo-too-late', type, memory });
  }
  const inverse = pinned ? ('memory.unpinned' as const) : ('memory.pinned' as const);
  return appendMemory({ memory, type: inverse, data: { reason: `undoes ${event}` } });
}

function undoDecision({ event, type, memory, now }: MemoryUndo): MemoryDecision {
  const marks = now?.decisions ?? [];
  if (!marks.some((mark) => mark.event === event)) return nothingOfMemory('already-undone');
  if (marks.at(-1)?.event !== event) return refuseMemory({ code: 'memory-undo-too-late', type, memory });
  return appendMemory({ memory, type: 'memory.reopened', data: { undoes: event } });
}

function undoProposal(record: MemoryRecord): MemoryDecision {
  const { id: memory, status } = record;
  if (status === 'rejected') return nothingOfMemory('already-undone');
  if (status !== 'proposed') return refuseMemory({ code: 'memory-undo-too-late', type: 'memory.proposed', memory });
  return appendMemory({ memory, type: 'memory.rejected', data: { reason: 'undone' } });
}

function undoEdit({ event, type, memory, before }: MemoryUndo, record: MemoryRecord): MemoryDecision {
  if (before === undefined) return refuseMemory({ code: 'memory-undo-too-late', type, memory });
  const { text, kind, tags, paths, instructionShaped, instructionConfirmed } = before.record;
  const earlier = { text, kind, tags, paths, instructionShaped, instructionConfirmed };
  const same = (Object.keys(earlier) as (keyof typeof earlier)[]).every(
    (key) => JSON.stringify(earlier[key]) === JSON.stringify(record[key]),
  );
  if (same) return nothingOfMemory('already-undone');
  return appendMemory({ memory, type: 'memory.edited', data: { ...earlier, undoes: event } });
}
