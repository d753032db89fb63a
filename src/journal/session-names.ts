import type { JournalCursor, JournalEntry } from '../app/ports/journal.ts';
import { JOURNAL_START } from '../app/ports/journal.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import type { SessionId, StreamName } from '../kernel/ids.ts';
import { sessionOfStream } from '../kernel/ids.ts';

/** What the journal says of the sessions that may have files: a fold over its entries. */
export class SessionNames {
  /** Length of the transcript that the journal names last; a purged session has none. */
  readonly kept = new Map<SessionId, number>();
  /** Sessions that some line names, a damaged one too. */
  readonly named = new Set<SessionId>();
  /** Sessions of which nothing may be left. */
  readonly purged = new Set<SessionId>();
  /** Sessions whose lines cannot all be read. */
  readonly damaged = new Set<SessionId>();
  /** The place after the last event. */
  cursor: JournalCursor = JOURNAL_START;

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
}
