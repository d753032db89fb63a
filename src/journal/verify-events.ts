import type { JournalEntry } from '../app/ports/journal.ts';
import type { StoreFinding } from '../app/ports/store-care.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import { SessionNames } from './session-names.ts';
import type { StoreLayout } from './store-layout.ts';
import { segmentFile } from './store-layout.ts';
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
export class EventVisitor extends SessionNames {
  readonly #list: FindingList;
  readonly #layout: StoreLayout;
  readonly #checkData: DataCheck;
  readonly #ids = new Set<string>();
  events = 0;

  constructor(list: FindingList, layout: StoreLayout, checkData: DataCheck) {
    super();
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
