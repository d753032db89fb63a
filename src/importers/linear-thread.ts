import type { Message } from '../domain/conversation.ts';

interface OpenPrompt {
  /** Tip of the thread before the prompt. */
  readonly tip: string | null;
  /** Index of the first message that goes when the prompt is taken back. */
  readonly from: number;
}

/**
 * Chains the messages of a format whose order is all there is. Turns that were rolled back, and turns that only an older
 * generation of the source holds, stay as branches beside the thread.
 */
export class LinearThread {
  readonly messages: Message[] = [];
  /** Messages that the conversation no longer stands on. */
  readonly dropped = new Set<string>();
  #tip: string | null = null;
  #last: string | null = null;
  #prompts: OpenPrompt[] = [];

  /** Adds a message after the one before it. `current`: the source still holds it. */
  add(message: Message, current: boolean): void {
    const parentId = current ? this.#tip : this.#last;
    if (message.kind === 'prompt' && current) this.#prompts.push({ tip: this.#tip, from: this.messages.length });
    this.messages.push({ ...message, parentId });
    this.#last = message.id;
    if (current) this.#tip = message.id;
    else this.dropped.add(message.id);
  }

  /** Takes back the last prompts and everything after them; more than there are takes back all. */
  rollBack(turns: number): void {
    const first = turns <= 0 ? undefined : this.#prompts[Math.max(0, this.#prompts.length - turns)];
    if (first === undefined) return;
    this.#prompts = this.#prompts.slice(0, Math.max(0, this.#prompts.length - turns));
    for (const { id } of this.messages.slice(first.from)) this.dropped.add(id);
    this.#tip = first.tip;
  }
}
