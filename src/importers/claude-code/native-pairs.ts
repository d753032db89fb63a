import { asObject, field, isTrue, type JsonObject, textField } from '../../kernel/json-fields.ts';
import type { NativeChangeTally } from '../native-change-tally.ts';
import { namedUuid } from '../native-ids.ts';
import { blocksOf, joinedText, messageOf } from './classify.ts';
import { blockList } from './native-record.ts';

/** A record of the copy. */
export interface CopiedRecord {
  readonly id: string;
  record: JsonObject;
}

const INTERRUPTED = '[interrupted: no result of this call was recorded]';

function callsOf({ record }: CopiedRecord): readonly string[] {
  if (field(record, 'type') !== 'assistant') return [];
  return blocksOf(messageOf(record)).flatMap((block) =>
    field(block, 'type') === 'tool_use' ? (textField(block, 'id') ?? []) : [],
  );
}

/** Words in the place of a result that answers no call: kept apart from what a person typed. */
function asReminder(block: JsonObject): JsonObject {
  const content = field(block, 'content');
  const text = typeof content === 'string' ? content : joinedText(blocksOf({ content }));
  const safe = text.replaceAll('</system-reminder>', '</system-reminder >');
  const call = textField(block, 'tool_use_id') ?? 'unknown';
  return {
    type: 'text',
    text: `<system-reminder>Result of a tool call that is not here (${call}):\n${safe}</system-reminder>`,
  };
}

/** Repairs calls and results of the line that the agent will send: each call has exactly one result. */
export class PairRepair {
  readonly #items: CopiedRecord[];
  readonly #path: readonly CopiedRecord[];
  readonly #nativeId: string;
  readonly #changes: NativeChangeTally;
  readonly #callers = new Map<string, number>();
  /** Place on the path of the result of each call. */
  readonly #answered = new Map<string, number>();

  constructor(
    items: CopiedRecord[],
    {
      path,
      nativeId,
      changes,
    }: {
      readonly path: readonly string[];
      readonly nativeId: string;
      readonly changes: NativeChangeTally;
    },
  ) {
    const byId = new Map(items.map((item) => [item.id, item]));
    this.#items = items;
    this.#path = path.flatMap((id) => byId.get(id) ?? []);
    this.#nativeId = nativeId;
    this.#changes = changes;
  }

  repair(): void {
    for (const [index, item] of this.#path.entries()) {
      for (const call of callsOf(item)) if (!this.#callers.has(call)) this.#callers.set(call, index);
    }
    for (const [index, item] of this.#path.entries()) this.#mendResults(item, index);
    const open = new Map<number, string[]>();
    for (const [call, index] of this.#callers) {
      if (!this.#answered.has(call))
        open.set(this.#endOfAnswer(index), [...(open.get(this.#endOfAnswer(index)) ?? []), call]);
    }
    for (const [end, calls] of open) this.#answer(calls, end);
  }

  #mendResults(item: CopiedRecord, index: number): void {
    const message = messageOf(item.record);
    if (field(item.record, 'type') !== 'user' || message === undefined) return;
    const blocks = blockList(message);
    let changed = false;
    const mended = blocks.flatMap((value): readonly unknown[] => {
      const block = asObject(value);
      if (block === undefined || field(block, 'type') !== 'tool_result') return [value];
      const call = textField(block, 'tool_use_id');
      if (call !== undefined && this.#callers.has(call) && !this.#answered.has(call)) {
        this.#answered.set(call, index);
        return [value];
      }
      changed = true;
      this.#changes.add('orphan-result');
      return [asReminder(block)];
    });
    if (changed) item.record = { ...item.record, message: { ...message, content: mended } };
  }

  /** The last place on the path of the answer that a call is part of, its results included. */
  #endOfAnswer(index: number): number {
    const answer = this.#path[index];
    const apiId = answer === undefined ? undefined : textField(messageOf(answer.record), 'id');
    let end = index;
    for (const [place, item] of this.#path.entries()) {
      const same = place === index || (apiId !== undefined && textField(messageOf(item.record), 'id') === apiId);
      if (!same || field(item.record, 'type') !== 'assistant') continue;
      end = callsOf(item).reduce((last, call) => Math.max(last, this.#answered.get(call) ?? 0), Math.max(end, place));
    }
    return end;
  }

  /** A result for calls that were interrupted, right behind the answer they are part of. */
  #answer(calls: readonly string[], end: number): void {
    this.#changes.add('interrupted-tool', calls.length);
    const caller = this.#path[calls.reduce((last, call) => Math.max(last, this.#callers.get(call) ?? 0), 0)];
    const last = this.#path[end];
    const next = this.#path[end + 1];
    if (caller === undefined || last === undefined) return;
    const above = next === undefined ? undefined : textField(next.record, 'parentUuid');
    const uuid = namedUuid(this.#nativeId, ...calls);
    const record = this.#resultRecord(caller.record, {
      calls,
      uuid,
      parentUuid: above ?? textField(caller.record, 'uuid'),
    });
    if (next !== undefined && above !== undefined) next.record = { ...next.record, parentUuid: uuid };
    this.#items.splice(this.#items.indexOf(last) + 1, 0, { id: uuid, record });
  }

  #resultRecord(
    caller: JsonObject,
    {
      calls,
      uuid,
      parentUuid,
    }: {
      readonly calls: readonly string[];
      readonly uuid: string;
      readonly parentUuid: string | undefined;
    },
  ): JsonObject {
    const shared = ['userType', 'cwd', 'version', 'gitBranch', 'slug', 'agentId', 'timestamp'];
    const inherited = shared.flatMap((name) => (Object.hasOwn(caller, name) ? [[name, caller[name]] as const] : []));
    const content = calls.map((call) => ({
      type: 'tool_result',
      tool_use_id: call,
      content: INTERRUPTED,
      is_error: true,
    }));
    return {
      parentUuid: parentUuid ?? null,
      isSidechain: isTrue(caller, 'isSidechain'),
      ...Object.fromEntries(inherited),
      sessionId: this.#nativeId,
      type: 'user',
      message: { role: 'user', content },
      uuid,
      sourceToolAssistantUUID: field(caller, 'uuid'),
    };
  }
}
