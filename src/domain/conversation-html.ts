import type { ContentBlock, Conversation, Message } from './conversation.ts';
import {
  type ExportMode,
  isShown,
  labelOf,
  messagesInOrder,
  sessionFacts,
  shownText,
} from './conversation-markdown.ts';
import { htmlCode, htmlLine, htmlProse } from './html-text.ts';
import type { SessionView } from './session-view.ts';
import { aboutCall } from './tool-about.ts';

function details(summary: string, body: string, className = ''): string {
  const name = className === '' ? '' : ` class="${className}"`;
  return `<details${name}><summary>${summary}</summary>${body}</details>`;
}

function renderCall(block: Extract<ContentBlock, { type: 'toolCall' }>, mode: ExportMode): string {
  const about = aboutCall(block.input);
  const summary = `Tool <code>${htmlLine(block.name)}</code>${about === null ? '' : ` ${htmlLine(about)}`}`;
  if (mode === 'compact') return `<div class="aside">${summary}</div>`;
  return details(summary, htmlCode(JSON.stringify(block.input, null, 2) ?? 'null', 'json'));
}

function renderBlock(block: ContentBlock, mode: ExportMode): string {
  if (block.type === 'toolCall') return renderCall(block, mode);
  if (block.type === 'toolResult' && mode !== 'compact') {
    const summary = block.isError ? 'Tool result (error)' : 'Tool result';
    return details(summary, htmlCode(shownText(block.content)), block.isError ? 'error' : '');
  }
  if (block.type === 'thinking' && mode === 'full' && block.text !== '')
    return details('Thinking', htmlProse(block.text));
  return '';
}

function classOf({ kind }: Message): string {
  if (kind === 'prompt') return 'prompt';
  return kind === 'meta' || kind === 'notice' || kind === 'summary' ? 'aside' : 'answer';
}

function renderSaid(message: Message): string {
  const text = shownText(message.content);
  if (text === '') return '';
  // What nobody typed or answered is there for who looks for it.
  return message.kind === 'meta' || message.kind === 'summary' ? details('Text', htmlProse(text)) : htmlProse(text);
}

function renderMessage(message: Message, mode: ExportMode): string {
  if (!isShown(message, mode)) return '';
  const body = renderSaid(message) + message.content.map((block) => renderBlock(block, mode)).join('');
  if (body === '') return '';
  const label = message.kind === 'toolResult' ? 'Tool' : labelOf(message);
  const time = message.at === null ? '' : `<time datetime="${htmlLine(message.at)}">${htmlLine(message.at)}</time>`;
  const aside = message.sidechain === true ? '<span>subagent</span>' : '';
  return `<section class="${classOf(message)}"><header><b>${label}</b>${aside}${time}</header>${body}</section>\n`;
}

function renderFacts(view: SessionView): string {
  const rows = sessionFacts(view).map(([name, value]) => `<dt>${name}</dt><dd dir="auto">${htmlLine(value)}</dd>`);
  return `<h1 dir="auto">${htmlLine(view.title ?? 'Untitled session')}</h1>\n<dl>${rows.join('')}</dl>\n`;
}

/** Renders a conversation as an element of an HTML page, in pieces. Everything foreign is text, nothing in it is markup. */
export function* renderHtml(view: SessionView, conversation: Conversation, mode: ExportMode): Generator<string> {
  yield `<article>\n${renderFacts(view)}`;
  for (const message of messagesInOrder(conversation, mode)) {
    const section = renderMessage(message, mode);
    if (section !== '') yield section;
  }
  yield '</article>\n';
}
