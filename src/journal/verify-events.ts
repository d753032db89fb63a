import type { JournalCursor, JournalEntry } from '../app/ports/journal.ts';
import { JOURNAL_START } from '../app/ports/journal.ts';
import type { StoreFinding } from '../app/ports/store-care.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import type { SessionId, StreamName } from '../kernel/ids.ts';
import { sessionOfStream } from '../kernel/ids.ts';
import type { StoreLayout } from './store-layout.ts';
import { segmentFile } from './store-layout.ts';
import type { NamedSessions } from './verify-orphans.ts';
import type { FindingList } from './verify-report.ts';

/** Tells whether an event's data fits its type; a few words when not. */
type DataCheck = (event: LoomEvent) => string | undefined;

/** Loads the schemas, which only a check of all data needs. */
export async function loadDataCheck(): Promise<DataCheck> {
  const { EVENT_SCHEMAS } = await import('../events/event-schemas.ts');
  return (event) => {
    const result = EVENT_SCHEMAS[event.type].safeParse(event.data);
    if (result.success) return undefined;
    const issue = result.error.issues[0];
    return `${event.type}: ${issue?.path.join('.') || 'data'} is not what the schema asks for`;
  };
}

/** Looks at every entry once, and remembers what the journal says of each session's files. */
export class EventVisitor implements NamedSessions {
  readonly #list: FindingList;
  readonly #layout: StoreLayout;
  readonly #checkData: DataCheck;
  readonly #ids = new Set<string>();
  readonly kept = new Map<SessionId, number>();
  readonly named = new Set<SessionId>();
  readonly purged = new Set<SessionId>();
  readonly damaged = new Set<SessionId>();
  events = 0;
  /** The place after the last event. */
  cursor: JournalCursor = JOURNAL_START;

  constructor(list: FindingList, layout: StoreLayout, checkData: DataCheck) {
    this.#list = list;
    this.#layout = layout;
    this.#checkData = checkData;
  }

  visit(entry: JournalEntry): void {
    this.note(entry);
    if (entry.kind === 'damage') {
      this.#report(entry, { severity: 'error', code: entry.code, detail: entry.detail });
      return;
    }
    this.events += 1;
    this.#checkId(entry);
    if (entry.kind === 'unknown') {
      const code = entry.newer ? 'newer-event' : 'unknown-type';
      this.#report(entry, { severity: 'warning', code, detail: `${entry.event.type} is not known to this loom` });
      return;
    }
    const fault = this.#checkData(entry.event);
    if (fault !== undefined) this.#report(entry, { severity: 'error', code: 'bad-data', detail: fault });
  }

  /** Remembers an entry without judging it. */
  note(entry: JournalEntry): void {
    if (entry.kind === 'damage') {
      for (const stream of entry.streams) this.#noteDamage(stream);
      return;
    }
    const { event, place } = entry;
    this.cursor = { segment: place.segment, offset: place.offset + place.length, id: event.id, sum: event.sum };
    const session = sessionOfStream(event.stream);
    if (session === undefined) return;
    this.named.add(session);
    if (entry.kind === 'event') this.#noteFiles(session, entry.event);
  }

  #noteDamage(stream: StreamName): void {
    const session = sessionOfStream(stream);
    if (session !== undefined) this.damaged.add(session);
  }

  #noteFiles(session: SessionId, event: LoomEvent): void {
    if (isErased(event.data)) return;
    if (event.type === 'session.purged') {
      this.kept.delete(session);
      this.purged.add(session);
    } else {
      this.purged.delete(session);
      if (event.type === 'transcript.synced') this.kept.set(session, event.data.keptLength);
    }
  }

  /** A fact that was erased may come again: the erased line never wins over its live twin. */
  #checkId(entry: Exclude<JournalEntry, { kind: 'damage' }>): void {
    const { id, data } = entry.event;
    if (entry.kind === 'event' && isErased(data)) return;
    if (this.#ids.has(id)) {
      this.#report(entry, { severity: 'warning', code: 'duplicate-id', detail: `${id} is there twice` });
    }
    this.#ids.add(id);
  }

  #report(entry: JournalEntry, found: Pick<StoreFinding, 'severity' | 'code' | 'detail'>): void {
    this.#list.at(segmentFile(this.#layout, entry.place.segment), entry.place.offset, found);
  }
}
