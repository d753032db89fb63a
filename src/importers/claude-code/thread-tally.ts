import type { Usage } from '../../domain/conversation.ts';
import { field, isTrue, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { blocksOf, messageOf } from './classify.ts';
import { readUsage } from './usage.ts';

/** Running figures of one thread: the session's own, or its sidechains'. Holds ids and numbers, never text. */
export class ThreadTally {
  prompts = 0;
  inherited = 0;
  messages = 0;
  errors = 0;
  boundaries = 0;
  summaries = 0;
  readonly models = new Set<string>();
  readonly answers = new Set<string>();
  readonly calls = new Set<string>();
  readonly failures = new Set<string>();
  #anonymous = 0;
  readonly #usage = new Map<string, Usage>();

  get compactions(): number {
    return this.boundaries > 0 ? this.boundaries : this.summaries;
  }

  /** Sums of the last usage of each API message. */
  get usage(): Usage {
    const sum = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    for (const usage of this.#usage.values()) {
      sum.input += usage.input;
      sum.output += usage.output;
      sum.cacheRead += usage.cacheRead;
      sum.cacheWrite += usage.cacheWrite;
    }
    return sum;
  }

  /** A key for things that carry no id: each of them is one of its own. */
  #anonymousKey(): string {
    this.#anonymous += 1;
    return `#${this.#anonymous}`;
  }

  addAnswer(record: JsonObject): void {
    const message = messageOf(record);
    const id = textField(message, 'id') ?? textField(record, 'uuid') ?? this.#anonymousKey();
    this.answers.add(id);
    const model = textField(message, 'model');
    if (model !== undefined && model !== '<synthetic>') this.models.add(model);
    const usage = objectField(message, 'usage');
    if (usage !== undefined) this.#usage.set(id, readUsage(usage));
    for (const block of blocksOf(message)) {
      if (field(block, 'type') === 'tool_use') this.calls.add(textField(block, 'id') ?? this.#anonymousKey());
    }
  }

  /** Adds another thread's figures: in a subagent's own file its sidechain is the conversation. */
  absorb(other: ThreadTally): void {
    this.prompts += other.prompts;
    this.inherited += other.inherited;
    this.messages += other.messages;
    this.errors += other.errors;
    this.boundaries += other.boundaries;
    this.summaries += other.summaries;
    this.#anonymous += other.#anonymous;
    for (const name of ['models', 'answers', 'calls', 'failures'] as const) {
      for (const id of other[name]) this[name].add(id.startsWith('#') ? `#side${id}` : id);
    }
    for (const [id, usage] of other.#usage) this.#usage.set(id.startsWith('#') ? `#side${id}` : id, usage);
  }

  addResults(record: JsonObject): void {
    for (const block of blocksOf(messageOf(record))) {
      if (field(block, 'type') !== 'tool_result' || !isTrue(block, 'is_error')) continue;
      this.failures.add(textField(block, 'tool_use_id') ?? this.#anonymousKey());
    }
  }
}
