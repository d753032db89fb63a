import type { LoomEvent, UnknownEvent } from '../events/envelope.ts';
import { sessionOfStream } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import type { DamageCode } from './ports/journal.ts';
import { journaledByStream, timelineOf } from './read-timeline.ts';

/** A line of the journal as `journal tail` shows it, or a derived event. */
export type TailRow =
  | (LoomEvent & { readonly source?: 'journal' })
  | UnknownEvent
  | { readonly damage: DamageCode; readonly segment: number; readonly offset: number; readonly detail: string }
  | {
      readonly source: 'derived';
      readonly id: null;
      readonly stream: string;
      readonly type: string;
      readonly at: string | null;
      readonly data: unknown;
    };

export interface TailQuery {
  /** 0: all. */
  readonly limit: number;
  readonly type?: string;
  readonly by?: string;
  readonly derived: boolean;
}

type Journaled = ReturnType<typeof journaledByStream>;

function* derivedRows(app: AppContext, event: LoomEvent, journaled: Journaled): Generator<TailRow> {
  const session = sessionOfStream(event.stream);
  const newest = session === undefined ? undefined : app.readModel.state(session)?.transcript?.event;
  if (session === undefined || event.id !== newest) return;
  for (const entry of timelineOf(app, session, journaled.get(event.stream) ?? [])) {
    if (entry.source !== 'derived') continue;
    yield { source: 'derived', id: null, stream: event.stream, type: entry.type, at: entry.at, data: entry.data };
  }
}

function* rowsOf(app: AppContext, query: TailQuery): Generator<TailRow> {
  const journaled: Journaled = query.derived ? journaledByStream(app) : new Map();
  for (const entry of app.journal.read()) {
    if (entry.kind === 'damage') {
      yield { damage: entry.code, segment: entry.place.segment, offset: entry.place.offset, detail: entry.detail };
      continue;
    }
    yield entry.event;
    if (query.derived && entry.kind === 'event' && entry.event.type === 'transcript.synced')
      yield* derivedRows(app, entry.event, journaled);
  }
}

function wanted(row: TailRow, { type, by }: TailQuery): boolean {
  if ('damage' in row) return type === undefined && by === undefined;
  const fits = type === undefined || row.type === type || row.type.startsWith(`${type.replace(/\.$/, '')}.`);
  return fits && (by === undefined || ('by' in row && row.by.kind === by));
}

/** The newest rows that a query asks for, oldest first; keeps only as many in memory as are asked for. */
export function tailJournal(app: AppContext, query: TailQuery): readonly TailRow[] {
  if (query.derived) app.readModel.catchUp();
  const rows: TailRow[] = [];
  for (const row of rowsOf(app, query)) {
    if (!wanted(row, query)) continue;
    rows.push(row);
    if (query.limit > 0 && rows.length > query.limit * 2) rows.splice(0, rows.length - query.limit);
  }
  return query.limit > 0 ? rows.slice(-query.limit) : rows;
}
