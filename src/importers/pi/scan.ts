import type { KeptDamage, KeptRecord, KeptSub } from '../../app/ports/transcripts.ts';
import type { Repair } from '../../domain/conversation.ts';
import { asObject, field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { readableRecords, withoutReplaced } from '../kept-records.ts';
import { callsOf, entryId, entryType, isAboutFile, messageOf } from './entry.ts';
import { piFacts } from './facts.ts';
import { type EntryPatch, readEntryPatch } from './patches.ts';

/** An entry with its message as the last patch left it. */
export interface ScannedEntry {
  readonly kept: KeptRecord;
  readonly entry: JsonObject;
  readonly message: JsonObject | undefined;
  /** Substitutions of the record that the message stands in, and where in it. */
  readonly subs: readonly KeptSub[];
  readonly pointer: string;
  readonly id: string;
  /** Native parent; null: says it is a root; undefined: says nothing. */
  readonly parent: string | null | undefined;
  /** Same id as an earlier entry, other content. */
  readonly conflicts: boolean;
}

/** Entries in order, exact repeats left out. */
export interface PiScan {
  readonly entries: readonly ScannedEntry[];
  readonly repairs: readonly Repair[];
  readonly nativeId: string | null;
}

interface KeptEntry {
  readonly kept: KeptRecord;
  readonly entry: JsonObject;
}

type FoundPatch = EntryPatch & { readonly subs: readonly KeptSub[] };

/** The last patch of each entry. */
function gatherPatches(entries: readonly KeptEntry[]): ReadonlyMap<string, FoundPatch> {
  const patches = new Map<string, FoundPatch>();
  for (const { kept, entry } of entries) {
    const patch = kept.current ? readEntryPatch(entry) : undefined;
    if (patch !== undefined) patches.set(patch.target, { ...patch, subs: kept.subs });
  }
  return patches;
}

/** The id that an entry bears in the conversation. */
type IdClaim = Pick<ScannedEntry, 'id' | 'conflicts'>;

function claimId({ kept, entry }: KeptEntry, owners: Map<string, string>): IdClaim | undefined {
  const native = entryId(entry);
  const place = `line:${kept.n}`;
  if (native === undefined) return { id: place, conflicts: false };
  const text = JSON.stringify(entry);
  const owner = owners.get(native);
  if (owner === text) return undefined;
  if (owner !== undefined) return { id: place, conflicts: true };
  owners.set(native, text);
  return { id: native, conflicts: false };
}

/** Which entry bears each id: the first with it that the file still holds, else the first that it held. Exact repeats bear none. */
function claimIds(entries: readonly KeptEntry[]): ReadonlyMap<KeptEntry, IdClaim> {
  const owners = new Map<string, string>();
  const claims = new Map<KeptEntry, IdClaim>();
  const present = entries.filter(({ kept }) => kept.current);
  const dropped = entries.filter(({ kept }) => !kept.current);
  for (const one of [...present, ...dropped]) {
    const claim = claimId(one, owners);
    if (claim !== undefined) claims.set(one, claim);
  }
  return claims;
}

function withMessage(
  { kept, entry }: KeptEntry,
  patch: FoundPatch | undefined,
): Pick<ScannedEntry, 'message' | 'subs' | 'pointer'> {
  const message = messageOf(entry);
  if (message === undefined || patch === undefined) return { message, subs: kept.subs, pointer: '/message' };
  return { message: patch.message, subs: patch.subs, pointer: patch.pointer };
}

function parentOf(entry: JsonObject): ScannedEntry['parent'] {
  if (!Object.hasOwn(entry, 'parentId')) return undefined;
  return textField(entry, 'parentId') ?? null;
}

function duplicateRepair({ kept, entry }: KeptEntry): Repair {
  const id = entryId(entry) ?? '';
  const message = `another entry has the same id ${id}; the first one counts`;
  return { code: 'duplicate-id', message, line: kept.n, messageId: id };
}

/** Some writers name the call that a result answers, or the header, as its parent; the entry that holds it is meant. */
function withResolvedParents(entries: readonly ScannedEntry[], header: string | null): readonly ScannedEntry[] {
  const ids = new Set(entries.map(({ id }) => id));
  const holders = new Map<string, string>();
  for (const { message, id } of entries) {
    for (const call of message === undefined ? [] : callsOf(message)) holders.set(textField(call, 'id') ?? '', id);
  }
  return entries.map((scanned) => {
    const { parent } = scanned;
    if (typeof parent !== 'string' || ids.has(parent)) return scanned;
    if (parent === header) return { ...scanned, parent: null };
    const holder = holders.get(parent);
    return holder === undefined ? scanned : { ...scanned, parent: holder };
  });
}

function readEntries(records: Iterable<KeptRecord | KeptDamage>, repairs: Repair[]): KeptEntry[] {
  const readable = [...readableRecords(records, repairs)];
  return withoutReplaced(readable, (record) => piFacts(record).key).flatMap((kept) => {
    const entry = asObject(kept.record);
    return entry === undefined ? [] : [{ kept, entry }];
  });
}

/** Reads all entries and replays the patches. */
export function scanEntries(records: Iterable<KeptRecord | KeptDamage>): PiScan {
  const repairs: Repair[] = [];
  const read = readEntries(records, repairs);
  const header = read.find(({ entry }) => entryType(entry) === 'session');
  const nativeId = textField(header?.entry, 'id') ?? null;
  const patches = gatherPatches(read);
  const said = read.filter(({ entry }) => !isAboutFile(entry));
  const claims = claimIds(said);
  const entries: ScannedEntry[] = [];
  for (const one of said) {
    const claim = claims.get(one);
    if (claim === undefined) continue;
    if (claim.conflicts) repairs.push(duplicateRepair(one));
    const body = withMessage(one, claim.conflicts ? undefined : patches.get(claim.id));
    entries.push({ ...one, ...body, ...claim, parent: parentOf(one.entry) });
  }
  return { entries: withResolvedParents(entries, nativeId), repairs, nativeId };
}

/** What a field of the entry says. */
export function entryText(scanned: ScannedEntry, key: string): string {
  const value = field(scanned.entry, key);
  return typeof value === 'string' ? value : '';
}
