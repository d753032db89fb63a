import { ClaimBook } from '../domain/claim-book.ts';
import { findShapes } from '../domain/instruction-shape.ts';
import type { ShapeId } from '../domain/instruction-shape-row.ts';
import type { ConflictReason } from '../domain/memory-likeness.ts';
import { isInForce, type MemoryRecord } from '../domain/memory-state.ts';
import { resolveProject } from '../domain/project-index.ts';
import type { MemoryId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { nameProject, type ProjectName } from './project-view.ts';

/** A file that a record is about, and that is not what it was when a person last said that the record holds. */
export interface StalePath {
  readonly path: string;
  readonly now: 'changed' | 'gone' | 'appeared';
}

/** A memory record as commands print it. */
export interface MemoryView extends MemoryRecord {
  readonly shortId: string;
  readonly project: ProjectName | null;
  /** Accepted, and if it reads like an instruction also confirmed as one. */
  readonly inForce: boolean;
  /** The acceptance names a person and grounds that nobody verified. */
  readonly asserted: boolean;
  /** When it was last confirmed, accepted or proposed. */
  readonly knownAsOf: string;
  /** For whoever reads it: verify before relying on it. */
  readonly notice: string;
  /** Shapes of instructions that its text shows. */
  readonly shapes: readonly ShapeId[];
  /** Records of the same readers that cannot hold together with it, as far as words tell. */
  readonly conflictsWith: readonly { readonly id: MemoryId; readonly reason: ConflictReason }[];
  /** Where it was looked at: files that changed since. A sign to check the record, no proof against it. */
  readonly stale?: readonly StalePath[];
}

const STANDING: readonly MemoryRecord['status'][] = ['proposed', 'accepted'];
const SHORTEST_ID = 8;

function shortIds(records: readonly MemoryRecord[]): (id: MemoryId) => string {
  const taken = new Map<string, number>();
  for (const { id } of records) {
    for (let length = SHORTEST_ID; length < id.length; length += 1) {
      const prefix = id.slice(0, length);
      taken.set(prefix, (taken.get(prefix) ?? 0) + 1);
    }
  }
  return (id) => {
    let length = SHORTEST_ID;
    while (length < id.length && (taken.get(id.slice(0, length)) ?? 0) > 1) length += 1;
    return id.slice(0, length);
  };
}

function haveSameReaders(one: MemoryRecord, other: MemoryRecord): boolean {
  return one.scope === 'user' || other.scope === 'user' || JSON.stringify(one.scope) === JSON.stringify(other.scope);
}

/** Finds conflicts among standing records. */
function conflictFinder(records: readonly MemoryRecord[]) {
  const claims = new ClaimBook(records.filter(({ status }) => STANDING.includes(status)));
  return (record: MemoryRecord): MemoryView['conflictsWith'] => {
    if (!STANDING.includes(record.status)) return [];
    const isOther: (other: MemoryRecord) => boolean = (other) =>
      other.id !== record.id && haveSameReaders(record, other);
    return claims.findConflicts(record.text, isOther).map(({ record: { id }, reason }) => ({ id, reason }));
  };
}

function dateOf({ confirmedAt, acceptedAt, learnedAt, proposedAt }: MemoryRecord): string {
  return confirmedAt ?? acceptedAt ?? learnedAt ?? proposedAt;
}

/** Renders records the way every command prints them. The read model must be caught up. */
export function viewMemories(app: AppContext, records: readonly MemoryRecord[]): readonly MemoryView[] {
  const all = app.readModel.memories({ everything: true });
  const shortId = shortIds(all);
  const conflictsOf = conflictFinder(all);
  const projects = app.readModel.projects();
  return records.map((record) => {
    const { scope } = record;
    const knownAsOf = dateOf(record);
    return {
      ...record,
      shortId: shortId(record.id),
      project:
        scope === null || scope === 'user' ? null : nameProject(projects, resolveProject(projects, scope.project)),
      inForce: isInForce(record),
      asserted: record.acceptedAt !== null && record.approvedBy !== null,
      knownAsOf,
      notice: `known as of ${knownAsOf.slice(0, 10)}; verify before relying on it`,
      shapes: record.instructionShaped ? findShapes(record.text) : [],
      conflictsWith: conflictsOf(record),
    };
  });
}

/** Renders one record. */
export function viewMemory(app: AppContext, record: MemoryRecord): MemoryView {
  return viewMemories(app, [record])[0] as MemoryView;
}
