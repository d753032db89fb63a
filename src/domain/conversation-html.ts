import type { ContentBlock, Conversation, Message } from './conversation.ts';
import {
  type ExportMode,
  isShown,
  labelOf,
  messagesInOrder,
  sessionFacts,
  shownText,
} from './conversation-markdown.ts';
import { beginningOf } from './cut-text.ts';
import { htmlCode, htmlLine, htmlProse } from './html-text.ts';
import type { SessionView } from './session-view.ts';
import { aboutCall } from './tool-about.ts';

/** How messages are shown. */
export interface HtmlShape {
  readonly mode: ExportMode;
  /** Characters of a text, an input or a result that are shown; absent: all. */
  readonly most?: number;
  /** Where all of a message can be read; messages and calls are then places that an address may name, too. */
  readonly wholeAt?: (message: Message) => string;
  /** What calls came to: shown with the call, and not again where it was recorded. */
  readonly results: ResultsByCall;
}

type Result = Extract<ContentBlock, { type: 'toolResult' }>;
type ResultsByCall = ReadonlyMap<string, Result>;

/** The first result of each call that is there. */
export function pairResults(messages: readonly Message[]): ResultsByCall {
  const blocks = messages.flatMap(({ content }) => content);
  const calls = new Set(blocks.flatMap((block) => (block.type === 'toolCall' ? [block.id] : [])));
  const results = new Map<string, Result>();
  for (const block of blocks) {
    if (block.type === 'toolResult' && calls.has(block.callId) && !results.has(block.callId))
      results.set(block.callId, block);
  }
  return results;
}

/** The place of a message on its page, as the part of an address behind `#`. */
export function messageAnchor(id: string): string {
  return `m-${encodeURIComponent(id)}`;
}

/** The beginning of a text that is longer than the shape allows. */
function cut(text: string, { most = Number.POSITIVE_INFINITY }: HtmlShape): string {
  return text.length <= most ? text : beginningOf(text, most);
}

function isCutAt(text: string, { most = Number.POSITIVE_INFINITY }: HtmlShape): boolean {
  return text.length > most;
}

interface Fold {
  readonly summary: string;
  readonly body: string;
  readonly isError?: boolean;
  /** What an address names it by. */
  readonly place?: string;
}

function fold({ summary, body, isError = false, place = '' }: Fold): string {
  return `<details${isError ? ' class="error"' : ''}${place}><summary>${summary}</summary>${body}</details>`;
}

/** What makes a thing the place of an address, where places are wanted. */
function placeOf(id: string, { wholeAt }: HtmlShape): string {
  return wholeAt === undefined ? '' : ` id="${htmlLine(messageAnchor(id))}"`;
}

function inputText({ input }: Extract<ContentBlock, { type: 'toolCall' }>): string {
  return JSON.stringify(input, null, 2) ?? 'null';
}

function resultText({ content }: Result, shape: HtmlShape): string {
  return htmlCode(cut(shownText(content), shape));
}

/** How a call ended, where that is not as usual. */
function endWords(result: Result | undefined): string {
  if (result === undefined) return ' (no result)';
  return result.isError ? ' (failed)' : '';
}

function renderCall(block: Extract<ContentBlock, { type: 'toolCall' }>, shape: HtmlShape): string {
  const about = aboutCall(block.input);
  const summary = `Tool <code>${htmlLine(block.name)}</code>${about === null ? '' : ` ${htmlLine(about)}`}`;
  if (shape.mode === 'compact') return `<div class="aside">${summary}</div>`;
  const result = shape.results.get(block.id);
  const input = htmlCode(cut(inputText(block), shape), 'json');
  const output = result === undefined ? '' : `<div class="aside">Result</div>${resultText(result, shape)}`;
  return fold({
    summary: `${summary}${endWords(result)}`,
    body: `${input}${output}`,
    isError: result?.isError === true,
    place: placeOf(block.id, shape),
  });
}

/** A result whose call is not there. */
function renderResult(block: Result, shape: HtmlShape): string {
  if (shape.mode === 'compact' || shape.results.has(block.callId)) return '';
  const summary = `Tool result${block.isError ? ' (failed)' : ''}`;
  return fold({ summary, body: resultText(block, shape), isError: block.isError });
}

function renderBlock(block: ContentBlock, shape: HtmlShape): string {
  if (block.type === 'toolCall') return renderCall(block, shape);
  if (block.type === 'toolResult') return renderResult(block, shape);
  if (block.type === 'thinking' && shape.mode === 'full' && block.text !== '')
    return fold({ summary: 'Thinking', body: htmlProse(cut(block.text, shape)) });
  return '';
}

function classOf({ kind }: Message): string {
  if (kind === 'prompt') return 'prompt';
  return kind === 'meta' || kind === 'notice' || kind === 'summary' ? 'aside' : 'answer';
}

function renderSaid(message: Message, shape: HtmlShape): string {
  const text = cut(shownText(message.content), shape);
  if (text === '') return '';
  // What nobody typed or answered is there for who looks for it.
  return message.kind === 'meta' || message.kind === 'summary'
    ? fold({ summary: 'Text', body: htmlProse(text) })
    : htmlProse(text);
}

/** Texts of a message that the shape may cut. */
function textsOf({ content }: Message, { results }: HtmlShape): readonly string[] {
  const others = content.flatMap((block) => {
    if (block.type === 'toolCall') return [inputText(block), shownText(results.get(block.id)?.content ?? [])];
    if (block.type === 'toolResult') return [shownText(block.content)];
    return block.type === 'thinking' ? [block.text] : [];
  });
  return [shownText(content), ...others];
}

/** Where the rest of a message is that was cut. */
function renderRest(message: Message, shape: HtmlShape): string {
  const { wholeAt } = shape;
  if (wholeAt === undefined || !textsOf(message, shape).some((text) => isCutAt(text, shape))) return '';
  return `<div class="cut"><a href="${htmlLine(wholeAt(message))}">All of this message</a></div>`;
}

function renderMessage(message: Message, shape: HtmlShape): string {
  if (!isShown(message, shape.mode)) return '';
  const body = renderSaid(message, shape) + message.content.map((block) => renderBlock(block, shape)).join('');
  if (body === '') return '';
  const label = message.kind === 'toolResult' ? 'Tool' : labelOf(message);
  const time = message.at === null ? '' : `<time datetime="${htmlLine(message.at)}">${htmlLine(message.at)}</time>`;
  const aside = message.sidechain === true ? '<span>subagent</span>' : '';
  return `<section class="${classOf(message)}"${placeOf(message.id, shape)}><header><b>${label}</b>${aside}${time}</header>${body}${renderRest(message, shape)}</section>\n`;
}

function renderFacts(view: SessionView): string {
  const rows = sessionFacts(view).map(([name, value]) => `<dt>${name}</dt><dd dir="auto">${htmlLine(value)}</dd>`);
  return `<h1 dir="auto">${htmlLine(view.title ?? 'Untitled session')}</h1>\n<dl>${rows.join('')}</dl>\n`;
}

/** Renders messages one after the other. Everything foreign is text, nothing in it is markup. */
export function* renderHtmlMessages(messages: readonly Message[], shape: HtmlShape): Generator<string> {
  for (const message of messages) {
    const section = renderMessage(message, shape);
    if (section !== '') yield section;
  }
}

/** Renders a conversation as an element of an HTML page, in pieces. */
export function* renderHtml(view: SessionView, conversation: Conversation, mode: ExportMode): Generator<string> {
  yield `<article>\n${renderFacts(view)}`;
  const messages = messagesInOrder(conversation, mode);
  yield* renderHtmlMessages(messages, { mode, results: pairResults(messages) });
  yield '</article>\n';
}
