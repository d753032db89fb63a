import { textOnLine } from '../domain/digest-line.ts';
import { readClaim } from '../domain/memory-claim.ts';
import { decideForget, type MemoryRefusal } from '../domain/memory-decide.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import type { EventDraft } from '../events/envelope.ts';
import {
  type MemoryId,
  memoryOfStream,
  memoryStream,
  type SessionId,
  STORE_STREAM,
  sessionOfStream,
} from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import type { AppContext } from './context.ts';
import { tombstoneOf } from './memory-tombstone.ts';
import { type PurgeItem, planPurge, purgedDraft } from './purge-sessions.ts';

/** A session whose transcript or events still hold a text that is to be forgotten. */
export interface HoldingSession {
  readonly session: SessionId;
  readonly title: string | null;
}

/** What forgetting one record erases, and who else holds its text. */
export interface ForgetItem {
  readonly memory: MemoryId;
  readonly text: string;
  readonly status: MemoryRecord['status'];
  readonly events: number;
  readonly eventBytes: number;
  readonly sessions: readonly HoldingSession[];
  /** Files that loom wrote, an export or a block of instructions, and that hold the text still: nothing reaches them. */
  readonly files: readonly HoldingFile[];
}

/** A file outside the store. */
export interface HoldingFile {
  readonly path: string;
  /** `digest`: a block that the next `memory digest --write` renews. */
  readonly mode: string | null;
}

/** Reads a file in pieces; `undefined` for one that is not there or cannot be read. */
export type ReadOutside = (path: string) => Iterable<Uint8Array> | undefined;

/** How a text stands inside JSON: once, and in JSON that is itself a string of JSON. */
function formsOf(text: string): readonly string[] {
  const once = JSON.stringify(text).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  return [...new Set([text, once, twice])].filter((form) => form !== '');
}

interface Held {
  readonly memories: Map<MemoryId, { events: number; bytes: number }>;
  readonly sessions: Map<MemoryId, Set<SessionId>>;
}

/** One reading of the journal: the records' own lines, and lines of sessions that repeat a text. */
function readJournal(app: AppContext, records: readonly MemoryRecord[]): Held {
  const held: Held = {
    memories: new Map(records.map(({ id }) => [id, { events: 0, bytes: 0 }])),
    sessions: new Map(records.map(({ id }) => [id, new Set<SessionId>()])),
  };
  const forms = records.map((record) => ({ id: record.id, forms: formsOf(record.text) }));
  for (const entry of app.journal.read()) {
    if (entry.kind === 'damage') continue;
    const own = held.memories.get(memoryOfStream(entry.event.stream) as MemoryId);
    if (own !== undefined) {
      own.events += 1;
      own.bytes += entry.place.length;
    }
    const session = sessionOfStream(entry.event.stream);
    if (session === undefined) continue;
    const line = JSON.stringify(entry.event.data);
    for (const each of forms)
      if (each.forms.some((form) => line.includes(form))) held.sessions.get(each.id)?.add(session);
  }
  return held;
}

function* piecesOf(app: AppContext, session: SessionId): Iterable<Uint8Array> {
  yield* app.transcripts.bytes(session, app.readModel.state(session)?.transcript?.keptLength ?? 0);
  for (const { sha256 } of app.transcripts.blobs(session))
    yield app.transcripts.blob(session, sha256) ?? new Uint8Array();
}

/** Which of the texts some bytes hold; pieces overlap by more than a text. */
function textsHeld(
  app: AppContext,
  pieces: Iterable<Uint8Array>,
  records: readonly MemoryRecord[],
): ReadonlySet<MemoryId> {
  const found = new Set<MemoryId>();
  const forms = records.map((record) => ({ id: record.id, forms: formsOf(record.text) }));
  const longest = Math.max(...forms.flatMap((each) => each.forms.map((form) => form.length)));
  let rest = '';
  for (const piece of pieces) {
    const seen = rest + app.decodeText(piece);
    for (const each of forms) if (each.forms.some((form) => seen.includes(form))) found.add(each.id);
    rest = seen.slice(-longest);
  }
  return found;
}

/** Records with the very same text go too: forgetting a text that another record still holds would forget nothing. */
export function withSameText(app: AppContext, records: readonly MemoryRecord[]): readonly MemoryRecord[] {
  const wanted = new Set(records.map((record) => readClaim(record.text).normal));
  const chosen = new Set(records.map(({ id }) => id));
  const others = app.readModel
    .memories({ everything: true })
    .filter(({ id, status, text }) => !chosen.has(id) && status !== 'forgotten' && wanted.has(readClaim(text).normal));
  return [...records, ...others];
}

/** Lists what forgetting these records erases, and who else keeps their texts, as far as loom knows. Changes nothing. */
export function planForget(
  app: AppContext,
  records: readonly MemoryRecord[],
  readOutside: ReadOutside = () => undefined,
): readonly ForgetItem[] {
  app.readModel.catchUp();
  const all = withSameText(app, records);
  const held = readJournal(app, all);
  const views = app.readModel.list({ everything: true, includeSubagents: true }).filter((view) => !view.purged);
  for (const view of views) {
    for (const id of textsHeld(app, piecesOf(app, view.id), all)) held.sessions.get(id)?.add(view.id);
  }
  const outside = filesHolding(app, all, readOutside);
  return all.map((record) => ({
    memory: record.id,
    text: record.text,
    status: record.status,
    events: held.memories.get(record.id)?.events ?? 0,
    eventBytes: held.memories.get(record.id)?.bytes ?? 0,
    sessions: views
      .filter((view) => held.sessions.get(record.id)?.has(view.id))
      .map(({ id, title }) => ({ session: id, title })),
    files: outside.get(record.id) ?? [],
  }));
}

/** Files that loom noted to have written, each once. */
function filesWritten(app: AppContext): Iterable<HoldingFile> {
  const written = new Map<string, HoldingFile>();
  for (const entry of app.journal.read()) {
    if (entry.kind !== 'event' || entry.event.type !== 'export.made') continue;
    const { path, mode = null } = entry.event.data;
    if (path !== undefined) written.set(path, { path, mode });
  }
  return written.values();
}

/** Files that loom noted to have written, and that hold one of the texts. */
function filesHolding(
  app: AppContext,
  records: readonly MemoryRecord[],
  readOutside: ReadOutside,
): ReadonlyMap<MemoryId, readonly HoldingFile[]> {
  const holding = new Map<MemoryId, HoldingFile[]>();
  for (const file of filesWritten(app)) {
    const pieces = readOutside(file.path);
    for (const id of pieces === undefined ? [] : textsHeld(app, pieces, records))
      holding.set(id, [...(holding.get(id) ?? []), file]);
  }
  return holding;
}

/** What forgetting came to. */
export type Forgotten =
  | { readonly kind: 'forgotten'; readonly memories: readonly MemoryId[]; readonly sessions: readonly SessionId[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly refusal: MemoryRefusal };

function forgottenDraft(app: AppContext, item: ForgetItem): EventDraft {
  const record = app.readModel.memory(item.memory);
  const scope = record?.scope ?? null;
  return {
    id: app.mintEventId(),
    stream: memoryStream(item.memory),
    at: formatInstant(app.clock()),
    by: app.actor,
    trust: 'person',
    type: 'memory.forgotten',
    data: {
      ...(item.text === '' ? {} : { tombstone: tombstoneOf(app, readClaim(item.text)) }),
      ...(scope === null ? {} : { scope }),
      lines: item.events,
      bytes: item.eventBytes,
    },
  };
}

/** Which of the planned records are still there to be forgotten. */
function decideAll(app: AppContext, items: readonly ForgetItem[]): readonly ForgetItem[] | MemoryRefusal {
  const wanted: ForgetItem[] = [];
  for (const item of items) {
    const decision = decideForget(app.readModel.memoryState(item.memory), item.memory);
    if (decision.kind === 'refuse') return decision.refusal;
    if (decision.kind === 'append') wanted.push(item);
  }
  return wanted;
}

/** Sessions that hold one of the texts and go with them, as a purge plans it. */
export function sessionsToErase(app: AppContext, items: readonly ForgetItem[]): readonly PurgeItem[] {
  const ids = new Set(items.flatMap((item) => item.sessions.map(({ session }) => session)));
  return planPurge(
    app,
    [...ids].flatMap((id) => app.readModel.view(id) ?? []),
  );
}

/**
 * Erases records for good: every line of theirs, and every index that may quote them; with `sessions` those too. What is
 * left is that a record was there, and a keyed digest that recognises the same text. Not undoable.
 */
export async function forgetMemories(
  app: AppContext,
  items: readonly ForgetItem[],
  sessions: readonly PurgeItem[] = [],
): Promise<Forgotten> {
  app.readModel.catchUp();
  const wanted = decideAll(app, items);
  if ('code' in wanted) return { kind: 'refused', refusal: wanted };
  if (wanted.length === 0) return { kind: 'nothing' };
  const memories = wanted.map(({ memory }) => memory);
  const purged = sessions.map(({ session }) => session);
  const intent: EventDraft = {
    id: app.mintEventId(),
    stream: STORE_STREAM,
    at: formatInstant(app.clock()),
    by: app.actor,
    trust: 'person',
    type: 'purge.intended',
    data: { sessions: purged, memories },
  };
  await app.journal.erase({
    sessions: purged,
    memories,
    intent,
    done: [...wanted.map((item) => forgottenDraft(app, item)), ...purged.map((id) => purgedDraft(app, id, sessions))],
    unlink: () => {
      for (const session of purged) app.transcripts.erase(session);
      app.pages.eraseLines([...memories, ...purged, ...wanted.flatMap(({ text }) => [text, textOnLine(text)])]);
      app.readModel.drop();
    },
  });
  app.readModel.catchUp();
  return { kind: 'forgotten', memories, sessions: purged };
}
