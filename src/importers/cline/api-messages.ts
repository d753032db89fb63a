import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message, Usage } from '../../domain/conversation.ts';
import { addAll } from '../../kernel/add-all.ts';
import { countField, field, isTrue, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { anthropicBlocks, subsByPointer } from '../anthropic-content.ts';
import { readTaggedCalls, readTyped } from './tagged-text.ts';

type Base = Pick<Message, 'id' | 'parentId' | 'at' | 'line'>;

/** What a tool that was called by tags answered: `[read_file for 'a.ts'] Result:`. */
const ANSWERED = /^\[[a-z_]+(?: for [^\n]*)?\] Result:/;

function blocksOf(record: JsonObject, kept: KeptRecord, text: (words: string) => readonly ContentBlock[]) {
  const place = { subs: subsByPointer(kept.subs), place: `line:${kept.n}`, pointer: '/content', text };
  return anthropicBlocks(field(record, 'content'), place);
}

function usageOf(record: JsonObject): Usage | undefined {
  const tokens = objectField(objectField(record, 'metrics'), 'tokens');
  if (tokens === undefined) return undefined;
  const count = (name: string): number => countField(tokens, name) ?? 0;
  return { input: count('prompt'), output: count('completion'), cacheRead: count('cached'), cacheWrite: 0 };
}

/** Reads the messages of one task in their order: what tools answered names no call where they were called by tags. */
export class ApiReader {
  /** Calls by tags that nothing was answered to yet. */
  #open: string[] = [];

  messagesOf(record: JsonObject, kept: KeptRecord): readonly Message[] {
    const base: Base = { id: `line:${kept.n}`, parentId: null, at: kept.at, line: kept.n };
    return field(record, 'role') === 'assistant' ? [this.#answer(record, base, kept)] : this.#sent(record, base, kept);
  }

  #answer(record: JsonObject, base: Base, kept: KeptRecord): Message {
    let texts = 0;
    const content = blocksOf(record, kept, (words) => {
      texts += 1;
      return readTaggedCalls(words, `${base.id}/tag${texts}`);
    });
    const tagged = `${base.id}/tag`;
    const calls = content.flatMap((block) =>
      block.type === 'toolCall' && block.id.startsWith(tagged) ? [block.id] : [],
    );
    if (kept.current) this.#open = calls;
    const model = textField(objectField(record, 'modelInfo'), 'modelId');
    const usage = usageOf(record);
    if (isTrue(record, 'isSummary')) return { ...base, kind: 'summary', role: 'user', content };
    return {
      ...base,
      kind: 'answer',
      role: 'assistant',
      content,
      ...(model === undefined ? {} : { model }),
      ...(usage === undefined ? {} : { usage }),
    };
  }

  /** What was sent to the model in the person's place: what they typed, what tools answered, what the client adds. */
  #sent(record: JsonObject, base: Base, kept: KeptRecord): readonly Message[] {
    const typed: string[] = [];
    const blocks = blocksOf(record, kept, (words) => {
      const spans = readTyped(words);
      addAll(typed, spans.typed);
      return spans.rest === '' ? [] : [{ type: 'text', text: spans.rest }];
    });
    const images = typed.length > 0 ? blocks.filter(({ type }) => type === 'image') : [];
    const prompts = typed.map((text, index): Message => {
      const content: ContentBlock[] = [{ type: 'text', text }, ...(index === 0 ? images : [])];
      const id = index === 0 ? base.id : `${base.id}/typed${index}`;
      return { ...base, id, kind: 'prompt', role: 'user', promptKind: 'plain', content };
    });
    const others = blocks.filter((block) => !images.includes(block));
    const rest = kept.current ? this.#answered(others) : others;
    if (rest.length === 0) return prompts;
    const isResult = rest.some(({ type }) => type === 'toolResult');
    const id = prompts.length === 0 ? base.id : `${base.id}/sent`;
    const kind = isResult ? 'toolResult' : 'meta';
    const told: Message = { ...base, id, kind, role: 'user', content: rest };
    return isResult ? [told, ...prompts] : [...prompts, told];
  }

  /** Makes a result of the text that answers a call by tags. */
  #answered(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
    const [first] = blocks;
    const callId = this.#open[0];
    if (callId === undefined || first?.type !== 'text' || !ANSWERED.test(first.text)) return blocks;
    this.#open = this.#open.slice(1);
    const isAdded = (block: ContentBlock): boolean =>
      block.type === 'text' && block.text.startsWith('<environment_details>');
    const content = blocks.filter((block) => !isAdded(block));
    const added = blocks.filter(isAdded);
    return [{ type: 'toolResult', callId, isError: false, content }, ...added];
  }
}
