import type { Compaction, Message } from '../domain/conversation.ts';

/** One record's messages, in the order in which they follow each other. Their parents are found by the log. */
interface Slot {
  readonly key: string;
  messages: readonly Message[];
  /** Index of the slot before it in the conversation; -1 at the start. */
  readonly before: number;
  readonly current: boolean;
  dropped: boolean;
}

/** What is taken back. */
export interface Rewind {
  /** Key of a turn. */
  readonly to: string;
  /** The turn itself stays. */
  readonly keepsIt?: boolean;
  /** What an unknown key takes back. */
  readonly unknown: 'all' | 'nothing';
}

/**
 * The turns of a format whose order is all there is, where a later record may replace an earlier one, take turns back or
 * keep only some. Turns taken back stay as branches beside the thread.
 */
export class TurnLog {
  readonly compactions: Compaction[] = [];
  readonly #slots: Slot[] = [];
  readonly #byKey = new Map<string, number>();
  readonly #ids = new Set<string>();
  #tip = -1;

  /** Adds messages, or replaces those of the same key in their place. `current`: the source still holds the record. */
  put(key: string, messages: readonly Message[], current: boolean): void {
    const known = this.#byKey.get(key);
    const slot = known === undefined ? undefined : this.#slots[known];
    if (slot !== undefined && !slot.dropped && slot.current === current) {
      slot.messages = this.#renamed(messages, new Set(slot.messages.map(({ id }) => id)));
      return;
    }
    const index = this.#slots.length;
    const before = current ? this.#tip : index - 1;
    this.#slots.push({ key, messages: this.#renamed(messages), before, current, dropped: !current });
    if (!current) return;
    this.#byKey.set(key, index);
    this.#tip = index;
  }

  /** Gives the place that the conversation has come to one name more, for records that say nothing and can be gone back to. */
  mark(key: string): void {
    if (this.#tip >= 0) this.#byKey.set(key, this.#tip);
  }

  /** Ids that another message bears already get one of their own. */
  #renamed(messages: readonly Message[], own: ReadonlySet<string> = new Set()): readonly Message[] {
    return messages.map((message) => {
      const isFree = own.has(message.id) || !this.#ids.has(message.id);
      const id = isFree ? message.id : `line:${message.line}/${message.id}`;
      this.#ids.add(id);
      return isFree ? message : { ...message, id };
    });
  }

  /** Takes back a turn and everything after it. */
  rewindTo({ to, keepsIt = false, unknown }: Rewind): void {
    const found = this.#byKey.get(to);
    const isThere = found !== undefined && this.#slots[found]?.dropped === false;
    if (!isThere && unknown === 'nothing') return;
    const first = isThere ? found + (keepsIt ? 1 : 0) : 0;
    if (first >= this.#slots.length) return;
    this.#tip = this.#slots[first]?.before ?? -1;
    for (const slot of this.#slots.slice(first)) slot.dropped = true;
  }

  /** Takes back every turn but those of some keys. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const slot of this.#slots) if (!keys.has(slot.key)) slot.dropped = true;
    this.#tip = this.#slots.findLastIndex(({ dropped }) => !dropped);
  }

  /** Every message with its parent, and which of them the conversation no longer stands on. */
  finish(): { readonly messages: readonly Message[]; readonly dropped: ReadonlySet<string> } {
    const dropped = new Set<string>();
    const messages = this.#slots.flatMap((slot) => {
      let parentId = this.#lastId(slot);
      return slot.messages.map((message) => {
        if (slot.dropped) dropped.add(message.id);
        const linked = { ...message, parentId };
        parentId = message.id;
        return linked;
      });
    });
    return { messages, dropped };
  }

  /** Id of the last message before a slot. */
  #lastId(slot: Slot): string | null {
    for (let at = slot.before; at >= 0; at = this.#slots[at]?.before ?? -1) {
      const before = this.#slots[at];
      if (before === undefined || (before.dropped && !slot.dropped)) continue;
      const last = before.messages.at(-1);
      if (last !== undefined) return last.id;
    }
    return null;
  }
}
