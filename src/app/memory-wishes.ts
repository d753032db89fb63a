import { readClaim } from '../domain/memory-claim.ts';
import {
  type Acceptance,
  decideAccept,
  decideConfirm,
  decidePinMemory,
  decideReject,
  decideRetract,
  decideSupersede,
  decideUnpinMemory,
  type MemoryDecision,
  type MemoryLookup,
  shownClaim,
} from '../domain/memory-decide.ts';
import { changesClaim, decideEdit, type MemoryEdit } from '../domain/memory-propose.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import type { MemoryId } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import type { AppContext } from './context.ts';
import { tombstoneOf } from './memory-tombstone.ts';

/** What a person may wish of a record; a command passes it on to `changeMemories`. */
export type MemoryWish = (lookup: MemoryLookup, id: MemoryId) => MemoryDecision;

/** What a person was shown of these records, which alone they say yes to. */
export function shownClaims(
  records: readonly { readonly id: string; readonly kind: string; readonly text: string }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(records.map((record) => [record.id, shownClaim(record)]));
}

/** Wishes that a proposal becomes memory. */
export function acceptWish(acceptance: Acceptance): MemoryWish {
  return (lookup, id) => decideAccept(lookup, id, acceptance);
}

/** Wishes a proposal away. */
export function rejectWish(reason: string | undefined): MemoryWish {
  return (lookup, id) => decideReject(lookup, id, reason);
}

/** Says that a record is not true. */
export function retractWish(reason: string | undefined): MemoryWish {
  return (lookup, id) => decideRetract(lookup, id, reason);
}

/** Wishes a record into every digest. */
export function pinMemoryWish(): MemoryWish {
  return decidePinMemory;
}

/** Takes that back. */
export function unpinMemoryWish(): MemoryWish {
  return decideUnpinMemory;
}

/** Says that a record was checked now and still holds. */
export function confirmWish(app: AppContext, evidence: string | undefined): MemoryWish {
  const confirmedAt = formatInstant(app.clock());
  const grounds = evidence === undefined ? {} : { evidence };
  return (lookup, id) => decideConfirm(lookup, id, { by: app.actor.kind, confirmedAt, ...grounds });
}

/** Wishes one record in the place of another. */
export function supersedeWish(successor: MemoryId, acceptance: Acceptance): MemoryWish {
  return (lookup, old) => decideSupersede(lookup, { old, successor }, acceptance);
}

/** An edit with its words redacted, as `editWish` wants it. */
export function redactEdit(app: AppContext, edit: MemoryEdit): MemoryEdit {
  const clean = (text: string): string => app.redactor.redact(text).text;
  return {
    ...edit,
    ...(edit.text === undefined ? {} : { text: clean(edit.text.trim()) }),
    ...(edit.tags === undefined ? {} : { tags: edit.tags.map(clean) }),
    ...(edit.paths === undefined ? {} : { paths: edit.paths.map(clean) }),
  };
}

/** Wishes a record other than it is; the edit is redacted already. */
export function editWish(app: AppContext, edit: MemoryEdit, acceptance: Acceptance): MemoryWish {
  const text = edit.text ?? '';
  const tombstoned = app.readModel.tombstones().has(tombstoneOf(app, readClaim(text)));
  const context = { bytes: new TextEncoder().encode(text).length, tombstoned };
  return (lookup, id) => decideEdit(lookup, { id, edit, context }, acceptance);
}

/** Whether an edit has to be accepted anew. */
export function needsAcceptance(record: MemoryRecord, edit: MemoryEdit): boolean {
  return changesClaim(record, edit);
}
