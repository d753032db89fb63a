import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message, Usage } from '../../domain/conversation.ts';
import { asObject, countField, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { parseJson } from '../parse-json.ts';
import type { TurnStep } from '../turn-format.ts';
import { wordOf } from './cline-record.ts';

type Base = Pick<Message, 'id' | 'parentId' | 'at' | 'line'>;

/** What one request to the model came to, as far as it has been read. */
interface OpenRequest {
  readonly base: Base;
  readonly model: string | undefined;
  readonly usage: Usage | undefined;
  readonly content: ContentBlock[];
  readonly results: ContentBlock[];
}

const SAID: ReadonlySet<string> = new Set(['text', 'completion_result', 'plan_mode_respond']);

/** The costs of a request, as its line tells them. */
export function requestUsage(record: JsonObject): Usage | undefined {
  const told = asObject(parseJson(textField(record, 'text') ?? ''));
  if (countField(told, 'tokensIn') === undefined && countField(told, 'tokensOut') === undefined) return undefined;
  const count = (name: string): number => countField(told, name) ?? 0;
  const [cacheRead, cacheWrite] = [count('cacheReads'), count('cacheWrites')];
  return { input: count('tokensIn'), output: count('tokensOut'), cacheRead, cacheWrite };
}

/** The model that a line names. */
export function modelOf(record: JsonObject): string | undefined {
  return textField(objectField(record, 'modelInfo'), 'modelId');
}

function requestOf(record: JsonObject, base: Base): OpenRequest {
  return { base, model: modelOf(record), usage: requestUsage(record), content: [], results: [] };
}

function prompt(base: Base, text: string): TurnStep {
  const content: ContentBlock[] = text === '' ? [] : [{ type: 'text', text }];
  const message: Message = { ...base, kind: 'prompt', role: 'user', promptKind: 'plain', content };
  return { kind: 'put', key: base.id, messages: [message] };
}

function stepOf({ base, model, usage, content, results }: OpenRequest): TurnStep {
  const answer: Message = {
    ...base,
    kind: 'answer',
    role: 'assistant',
    content: [...content],
    ...(model === undefined ? {} : { model }),
    ...(usage === undefined ? {} : { usage }),
  };
  const told: Message = { ...base, id: `${base.id}/results`, kind: 'toolResult', role: 'user', content: [...results] };
  return { kind: 'put', key: base.id, messages: results.length === 0 ? [answer] : [answer, told] };
}

/** Reads the lines of one task in their order: what is said after a request is the model's answer to it. */
export class UiReader {
  #request: OpenRequest | undefined;

  stepOf(record: JsonObject, kept: KeptRecord): TurnStep {
    const base: Base = { id: `line:${kept.n}`, parentId: null, at: kept.at, line: kept.n };
    const word = wordOf(record);
    const text = textField(record, 'text') ?? '';
    const isFirst = kept.sourceLine === 1 && word === 'text';
    const isTyped = word === 'task' || word === 'user_feedback' || isFirst;
    const begun = word === 'api_req_started' ? requestOf(record, base) : undefined;
    // Lines that the file no longer has are told one by one.
    if (kept.current && (isTyped || begun !== undefined)) this.#request = begun;
    if (isTyped) return prompt(base, text);
    if (begun !== undefined) return stepOf(begun);
    const step =
      this.#request === undefined || !kept.current ? undefined : this.#goOn(this.#request, { word, text, id: base.id });
    return step ?? notice(base, word, text);
  }

  #goOn(
    request: OpenRequest,
    { word, text, id }: Readonly<Record<'word' | 'text' | 'id', string>>,
  ): TurnStep | undefined {
    if (SAID.has(word) && text !== '') request.content.push({ type: 'text', text });
    else if (word === 'reasoning' && text !== '') request.content.push({ type: 'thinking', text });
    else if (word === 'tool') {
      const input = parseJson(text) ?? text;
      const name = textField(asObject(input), 'tool') ?? '';
      request.content.push({ type: 'toolCall', id, name, input });
      request.results.push({ type: 'toolResult', callId: id, isError: false, content: [] });
    } else return undefined;
    return stepOf(request);
  }
}

function notice(base: Base, word: string, text: string): TurnStep {
  const kind = word === 'error' || word === 'api_req_failed' ? 'error' : word;
  const message: Message = { ...base, kind: 'notice', role: 'system', content: [{ type: 'notice', kind, text }] };
  return { kind: 'put', key: base.id, messages: [message] };
}
