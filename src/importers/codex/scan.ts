import type { KeptDamage, KeptRecord } from '../../app/ports/transcripts.ts';
import type { Repair } from '../../domain/conversation.ts';
import { asObject, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { readableRecords, withoutReplaced } from '../kept-records.ts';
import { classify, type RecordClass } from './classify.ts';
import { codexFacts } from './facts.ts';
import { type CodexItem, readItem } from './item.ts';
import { itemText } from './item-text.ts';
import { ReplayGauge } from './replay.ts';

/** A kept record with what it is, and what it is to its twin. */
export interface ScannedItem {
  readonly kept: KeptRecord;
  readonly item: CodexItem;
  readonly what: RecordClass;
  /** Id of its message: the item's own, else its place among the kept lines. */
  readonly id: string;
  /** Turn it stands in, counted from the start of the file. */
  readonly turn: number;
  /** Native id of that turn, where the file names it. */
  readonly turnId: string | undefined;
  readonly replayed: boolean;
}

/** Records in order, and which of them say what another one says better. */
export interface CodexScan {
  readonly items: readonly ScannedItem[];
  /** Items of the person's side that a person typed. */
  readonly typed: ReadonlySet<ScannedItem>;
  /** Events that only repeat an item. */
  readonly twins: ReadonlySet<ScannedItem>;
  readonly repairs: readonly Repair[];
}

/** Whether what follows answers something new. */
export function beginsTurn(what: RecordClass): boolean {
  return what.kind === 'turnStarted' || what.kind === 'typed' || (what.kind === 'userItem' && !what.injected);
}

function claimId(record: JsonObject, kept: KeptRecord, taken: Set<string>): string {
  const native = textField(record, 'id');
  const id = native === undefined || taken.has(native) ? `line:${kept.n}` : native;
  taken.add(id);
  return id;
}

function readItems(records: Iterable<KeptRecord | KeptDamage>, repairs: Repair[]): ScannedItem[] {
  const readable = [...readableRecords(records, repairs)];
  const gauge = new ReplayGauge();
  const taken = new Set<string>();
  const items: ScannedItem[] = [];
  let turn = 0;
  let turnId: string | undefined;
  for (const kept of withoutReplaced(readable, (record) => codexFacts(record).key)) {
    const record = asObject(kept.record);
    const item = record === undefined ? undefined : readItem(record);
    if (item === undefined) continue;
    const what = classify(item);
    if (beginsTurn(what)) turn += 1;
    if (what.kind === 'turnStarted' || what.kind === 'context') turnId = textField(item.payload, 'turn_id');
    const id = claimId(item.payload, kept, taken);
    items.push({ kept, item, what, id, turn, turnId, replayed: gauge.add(item, kept.at) });
  }
  return items;
}

/** Item and event of the same words are written one right after the other, in either order. */
class PromptPairing {
  readonly typed = new Set<ScannedItem>();
  readonly twins = new Set<ScannedItem>();
  #items: ScannedItem[] = [];
  #event: ScannedItem | undefined;

  add(scanned: ScannedItem): void {
    const { what } = scanned;
    if (what.kind === 'userItem') this.#addItem(scanned);
    else if (what.kind === 'typed') this.#addEvent(scanned, what.text);
    else if (what.kind === 'answerItem' || what.kind === 'call' || what.kind === 'turnStarted') this.#close();
  }

  #close(): void {
    this.#items = [];
    this.#event = undefined;
  }

  #addItem(scanned: ScannedItem): void {
    const text = itemText(scanned.item.payload).trim();
    const event = this.#event?.what;
    if (this.#event !== undefined && event?.kind === 'typed' && event.text.trim() === text) {
      this.#pair(scanned, this.#event);
      this.#event = undefined;
    } else {
      this.#items.push(scanned);
    }
  }

  #addEvent(scanned: ScannedItem, text: string): void {
    const words = text.trim();
    const item =
      this.#items.findLast(({ item: { payload } }) => itemText(payload).trim() === words) ??
      this.#items.findLast(({ what }) => what.kind === 'userItem' && !what.injected);
    if (item === undefined) this.#event = scanned;
    else {
      this.#pair(item, scanned);
      this.#items = this.#items.filter((one) => one !== item);
    }
  }

  #pair(item: ScannedItem, event: ScannedItem): void {
    this.typed.add(item);
    this.twins.add(event);
  }
}

/** Which items a person typed: those an event says so of; in a file without such events, all that are no context. */
function pairPrompts(items: readonly ScannedItem[]): PromptPairing {
  const pairing = new PromptPairing();
  if (items.some(({ what }) => what.kind === 'typed')) {
    for (const scanned of items) pairing.add(scanned);
    return pairing;
  }
  for (const scanned of items) {
    if (scanned.what.kind === 'userItem' && !scanned.what.injected) pairing.typed.add(scanned);
  }
  return pairing;
}

/** Events of the model's words or thinking repeat an item where their turn has one. */
function repeatedIn(
  items: readonly ScannedItem[],
  [itemKind, eventKind]: readonly [RecordClass['kind'], RecordClass['kind']],
): readonly ScannedItem[] {
  const turns = new Set(items.filter(({ what }) => what.kind === itemKind).map(({ turn }) => turn));
  return items.filter(({ what, turn }) => what.kind === eventKind && turns.has(turn));
}

/** Reads and classifies all records, and finds the twins. */
export function scanItems(records: Iterable<KeptRecord | KeptDamage>): CodexScan {
  const repairs: Repair[] = [];
  const items = readItems(records, repairs);
  const { typed, twins } = pairPrompts(items);
  for (const pair of [
    ['answerItem', 'said'],
    ['thinkingItem', 'thought'],
    ['compacted', 'compactedEvent'],
  ] as const) {
    for (const twin of repeatedIn(items, pair)) twins.add(twin);
  }
  return { items, typed, twins, repairs };
}
