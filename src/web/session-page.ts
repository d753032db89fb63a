import { readShownConversation } from '../app/shown-conversation.ts';
import type { Conversation, Message } from '../domain/conversation.ts';
import { type HtmlShape, pairResults, renderHtmlMessages } from '../domain/conversation-html.ts';
import { type ExportMode, isShown, messagesInOrder } from '../domain/conversation-markdown.ts';
import type { SessionView } from '../domain/session-view.ts';
import { foldTurns } from '../domain/turns.ts';
import { forkPath } from './fork-action.ts';
import { html, type Markup, rendered } from './markup.ts';
import type { PageAnswer, PageCall } from './page.ts';
import { withQuery } from './page-scope.ts';
import { pageNumber, pager } from './pager.ts';
import { sessionFrame, sessionOf } from './session-frame.ts';

/** Messages of one page, and characters of one text on it. */
const PAGE_SIZE = 200;
const MOST_TEXT = 8000;

function modeOf({ query }: PageCall): ExportMode {
  const mode = query.get('show');
  return mode === 'compact' || mode === 'full' ? mode : 'redacted';
}

/** Whether a message has this id, or the call that has it. */
function holds({ id, content }: Message, asked: string): boolean {
  return id === asked || content.some((block) => block.type === 'toolCall' && block.id === asked);
}

/** The page that is asked for by its number or by a message on it; without either the first. */
function placeOf(call: PageCall, messages: readonly Message[]): number {
  const asked = call.query.get('message');
  const found = asked === null ? -1 : messages.findIndex((message) => holds(message, asked));
  if (found !== -1) return Math.floor(found / PAGE_SIZE) + 1;
  const pages = Math.max(1, Math.ceil(messages.length / PAGE_SIZE));
  return Math.min(pageNumber(call), pages);
}

function modeLinks(call: PageCall, path: string, mode: ExportMode): Markup {
  const links = (
    [
      ['compact', 'Words only'],
      ['redacted', 'With tools'],
      ['full', 'Everything'],
    ] as const
  ).map(
    ([value, words]) =>
      html`<a href="${withQuery(call, path, { show: value, page: '' })}"${value === mode ? html` aria-current="true"` : ''}>${words}</a>\n`,
  );
  return html`<div class="row">${links}<button type="button" data-fold hidden>Open or fold all</button></div>`;
}

/** The last message of each turn that a page shows, with the number of the turn. */
function turnEnds(conversation: Conversation, messages: readonly Message[]): ReadonlyMap<string, number> {
  const turnOf = new Map(
    foldTurns(conversation).flatMap(({ messageIds }, index) => messageIds.map((id) => [id, index + 1] as const)),
  );
  const last = new Map<number, string>();
  for (const { id } of messages) {
    const turn = turnOf.get(id);
    if (turn !== undefined) last.set(turn, id);
  }
  return new Map([...last].map(([turn, id]) => [id, turn]));
}

function forkLink(call: PageCall, { id }: SessionView, turn: number): Markup {
  return html`<div class="row"><a href="${call.link(forkPath(id, `turn:${turn}`))}" aria-label="Fork here, after turn ${turn}">Fork here</a></div>\n`;
}

/** A session as a conversation, tools folded. */
export function sessionPage(call: PageCall): PageAnswer {
  const view = sessionOf(call);
  const path = `/sessions/${view.id}`;
  const mode = modeOf(call);
  const conversation = readShownConversation(call.app, view.id);
  const messages = messagesInOrder(conversation, mode).filter((message) => isShown(message, mode));
  const at = placeOf(call, messages);
  const pages = Math.max(1, Math.ceil(messages.length / PAGE_SIZE));
  const shape: HtmlShape = {
    mode,
    most: MOST_TEXT,
    results: pairResults(messages),
    wholeAt: ({ id }) => call.link(`/items/${encodeURIComponent(`${view.id}:${id}`)}`),
  };
  const ends = view.deleted ? new Map<string, number>() : turnEnds(conversation, messages);
  const sections = messages.slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE).map((message) => {
    const turn = ends.get(message.id);
    return html`${rendered(renderHtmlMessages([message], shape))}${turn === undefined ? null : forkLink(call, view, turn)}`;
  });
  const body =
    messages.length === 0
      ? html`<p>Nothing was said, or nothing of it is kept.</p>`
      : html`<article aria-label="Conversation">${sections}</article>`;
  const links = pager(call, { path, at, pages, more: at < pages, words: ['Earlier', 'Later'] });
  return sessionFrame(call, view, { tab: '', body: html`${modeLinks(call, path, mode)}${links}${body}${links}` });
}
