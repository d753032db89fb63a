import type { Conversation } from '../../domain/conversation.ts';
import { field, textField } from '../../kernel/json-fields.ts';
import { namedUuid } from '../native-ids.ts';
import type { Selection } from './native-selection.ts';
import type { ScannedRecord } from './scan.ts';

/** The native parents of a copied record. */
export interface NativeLinks {
  readonly parentUuid: string | null;
  readonly logicalParentUuid?: string;
}

/** Finds the record above each copied one, over records that are not copied. */
export class NativeLinker {
  readonly #selection: Selection;
  readonly #chosen: ReadonlySet<string>;
  readonly #parents: ReadonlyMap<string, string | null>;
  readonly #nativeId: string;

  constructor(selection: Selection, conversation: Conversation, nativeId: string) {
    this.#selection = selection;
    this.#chosen = new Set(selection.records.map(({ id }) => id));
    this.#parents = new Map(conversation.messages.map(({ id, parentId }) => [id, parentId]));
    this.#nativeId = nativeId;
  }

  /**
   * The uuid of a copied record. Uuids stay as they are: by them a turn that two sessions share is known as one. Records
   * without one get one that is the same each time.
   */
  uuidOf(id: string): string {
    const record = this.#selection.byId.get(id)?.record;
    return (record === undefined ? undefined : textField(record, 'uuid')) ?? namedUuid(this.#nativeId, id);
  }

  linksOf(scanned: ScannedRecord): NativeLinks {
    const { record, what } = scanned;
    if (what.kind === 'compaction') {
      const before = this.#chosenAbove(textField(record, 'logicalParentUuid') ?? this.#parents.get(scanned.id) ?? null);
      const parentUuid = this.#native(this.#chosenAbove(textField(record, 'parentUuid') ?? null));
      return before === null ? { parentUuid } : { parentUuid, logicalParentUuid: this.uuidOf(before) };
    }
    // A summary without a parent begins what the agent reads again: what it stands for must not come back.
    const joinsAlone = what.kind === 'summary' && typeof field(record, 'parentUuid') !== 'string';
    return { parentUuid: joinsAlone ? null : this.#native(this.#parentOf(scanned)) };
  }

  #native(id: string | null): string | null {
    return id === null ? null : this.uuidOf(id);
  }

  #parentOf({ id, record }: ScannedRecord): string | null {
    const raw = textField(record, 'parentUuid');
    const told = this.#parents.get(id);
    if (told === undefined) return this.#chosenAbove(raw ?? null);
    const trusted = raw !== undefined && raw !== id && this.#messageAbove(raw) === told;
    return this.#chosenAbove(trusted ? raw : told);
  }

  /** The step upwards that loom takes: what a message hangs on as it is shown, and what a link says itself. */
  #above(id: string): string | null {
    const told = this.#parents.get(id);
    if (told !== undefined) return told;
    const record = this.#selection.byId.get(id)?.record;
    const raw = record === undefined ? undefined : textField(record, 'parentUuid');
    return raw === undefined || !this.#selection.byId.has(raw) ? null : raw;
  }

  #messageAbove(start: string): string | null {
    const seen = new Set<string>();
    let at: string | null = this.#selection.byId.has(start) ? start : null;
    while (at !== null && !this.#parents.has(at) && !seen.has(at)) {
      seen.add(at);
      at = this.#above(at);
    }
    return at;
  }

  #chosenAbove(start: string | null): string | null {
    const seen = new Set<string>();
    let at = start;
    while (at !== null && !this.#chosen.has(at)) {
      if (seen.has(at)) return null;
      seen.add(at);
      at = this.#above(at);
    }
    return at;
  }
}
