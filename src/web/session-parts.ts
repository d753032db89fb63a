import { readTimeline } from '../app/read-timeline.ts';
import { showSession } from '../app/show-session.ts';
import { messageAnchor } from '../domain/conversation-html.ts';
import { beginningOf } from '../domain/cut-text.ts';
import type { TimelineEntry } from '../domain/session-timeline.ts';
import type { SessionView } from '../domain/session-view.ts';
import { bar } from './charts.ts';
import { html, type Markup } from './markup.ts';
import type { PageAnswer, PageCall } from './page.ts';
import { pageNumber, pager } from './pager.ts';
import { sessionFrame, sessionOf } from './session-frame.ts';
import { sessionRow, showInstant, showNumber } from './session-row.ts';

const PAGE_SIZE = 300;
const MOST_DATA = 240;

type Columns = readonly (string | { readonly n: string })[];

interface Table {
  /** What a screen reader calls it; no other part of the page is called so. */
  readonly name: string;
  /** A column without words says nothing that another one does not. */
  readonly columns: Columns;
  readonly isWide?: boolean;
}

function head(column: Columns[number]): Markup {
  if (column === '') return html`<td></td>`;
  return typeof column === 'string'
    ? html`<th scope="col">${column}</th>`
    : html`<th scope="col" class="n">${column.n}</th>`;
}

function table({ name, columns, isWide = false }: Table, rows: readonly Markup[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table${isWide ? html` class="wide"` : ''}><thead><tr>${columns.map(head)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Where a message stands in the conversation. */
export function messageLink(call: PageCall, view: Pick<SessionView, 'id'>, message: string): string {
  const query = `message=${encodeURIComponent(message)}&show=full`;
  return call.link(`/sessions/${view.id}?${query}#${encodeURIComponent(messageAnchor(message))}`);
}

function eventRow(call: PageCall, view: SessionView, entry: TimelineEntry): Markup {
  const { type, at, source, by, data, messageId } = entry;
  const where = messageId === null ? null : html` <a href="${messageLink(call, view, messageId)}">message</a>`;
  const text = beginningOf(JSON.stringify(data), MOST_DATA);
  return html`<tr><td>${showInstant(at)}</td><td><b>${type}</b>${where}</td><td>${source === 'derived' ? 'transcript' : (by?.kind ?? '')}</td><td dir="auto"><code>${text}</code></td></tr>`;
}

/** Everything that happened in a session, oldest first. */
export function timelinePage(call: PageCall): PageAnswer {
  const view = sessionOf(call);
  const entries = readTimeline(call.app, view.id);
  const pages = Math.max(1, Math.ceil(entries.length / PAGE_SIZE));
  const at = Math.min(pageNumber(call), pages);
  const rows = entries.slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE).map((entry) => eventRow(call, view, entry));
  const path = `/sessions/${view.id}/timeline`;
  const links = pager(call, { path, at, pages, more: at < pages, words: ['Earlier', 'Later'] });
  const body = html`<p class="dim">${showNumber(entries.length)} events: what the journal holds, and what the transcript shows.</p>${links}${table({ name: 'Events', columns: ['Time (UTC)', 'Event', 'From', 'What is known'], isWide: true }, rows)}${links}`;
  return sessionFrame(call, view, { tab: '/timeline', body });
}

/** The files that tool calls touched. */
export function filesPage(call: PageCall): PageAnswer {
  const view = sessionOf(call);
  const { files } = showSession(call.app, view.id);
  const rows = files.map(
    ({ path, reads, edits }) =>
      html`<tr><th scope="row" dir="auto">${path}</th><td class="n">${edits}</td><td class="n">${reads}</td></tr>`,
  );
  const body =
    rows.length === 0
      ? html`<p>No file was touched by a tool that names it.</p>`
      : table({ name: 'Files that were touched', columns: ['File', { n: 'Edits' }, { n: 'Reads' }] }, rows);
  return sessionFrame(call, view, { tab: '/files', body });
}

function figures({ counts, tokens }: SessionView): readonly (readonly [string, number | null])[] {
  return [
    ['Prompts', counts.prompts],
    ['of these inherited', counts.inherited],
    ['Answers', counts.answers],
    ['Tool calls', counts.toolCalls],
    ['Tool errors', counts.toolErrors],
    ['Errors', counts.errors],
    ['Compactions', counts.compactions],
    ['Tokens in', tokens.input],
    ['Tokens out', tokens.output],
    ['Tokens from the cache', tokens.cacheRead],
    ['Tokens into the cache', tokens.cacheWrite],
  ];
}

/** What a session used: tokens and tools. */
export function usagePage(call: PageCall): PageAnswer {
  const found = sessionOf(call);
  const { tools, view, redactions } = showSession(call.app, found.id);
  const rows = figures(view).map(
    ([name, value]) => html`<tr><th scope="row">${name}</th><td class="n">${showNumber(value)}</td></tr>`,
  );
  const calls = Object.entries(tools).sort(([, a], [, b]) => b - a);
  const most = calls[0]?.[1] ?? 0;
  const toolRows = calls.map(
    ([name, count]) =>
      html`<tr><th scope="row">${name}</th><td class="bar">${bar(count, most)}</td><td class="n">${showNumber(count)}</td></tr>`,
  );
  const masked = Object.entries(redactions).map(([rule, count]) => `${rule} ${count}`);
  const body = html`<div class="two"><section aria-labelledby="figures"><h2 id="figures">Figures</h2>${table({ name: 'Table of figures', columns: ['What', { n: 'Number' }] }, rows)}<p class="dim">Tokens are the agent’s own figures${view.tokens.inputIncludesCache ? '; what came from the cache is part of what went in' : ''}.</p></section><section aria-labelledby="tools"><h2 id="tools">Tools</h2>${calls.length === 0 ? html`<p>No tool was called.</p>` : table({ name: 'Table of tools', columns: ['Tool', '', { n: 'Calls' }] }, toolRows)}</section></div>${masked.length === 0 ? null : html`<p>Redacted when it was kept: ${masked.join(', ')}</p>`}`;
  return sessionFrame(call, view, { tab: '/usage', body });
}

/** Where a session parts: branches, forks, subagents, compactions. */
export function branchesPage(call: PageCall): PageAnswer {
  const found = sessionOf(call);
  const { view, branches, children, compactions, repairs } = showSession(call.app, found.id);
  const rows = branches.map(
    ({ leaf, active, at, forkedFrom, messages }) =>
      html`<tr><td><a href="${messageLink(call, view, leaf)}">${beginningOf(leaf, 40)}</a>${active ? html` <span class="tag">active</span>` : ''}</td><td>${showInstant(at)}</td><td class="n">${messages}</td><td>${forkedFrom === null ? '–' : html`<a href="${messageLink(call, view, forkedFrom)}">${beginningOf(forkedFrom, 40)}</a>`}</td></tr>`,
  );
  const compared = (child: SessionView): Markup =>
    html`<div><a href="${call.link(`/compare?a=${view.id}&b=${child.id}`)}">Compare with this session</a></div>`;
  const below = children.map((child) => sessionRow(call, child, compared(child)));
  const oddities = repairs
    .slice(0, 50)
    .map(({ code, message }) => html`<li><span class="tag">${code}</span> <span dir="auto">${message}</span></li>`);
  const body = html`<h2>Branches</h2>${branches.length === 0 ? html`<p>None.</p>` : table({ name: 'Table of branches', columns: ['Last message', 'Time (UTC)', { n: 'Messages' }, 'Parts after'] }, rows)}<h2>Sessions that came from it</h2>${below.length === 0 ? html`<p>None.</p>` : html`<ul class="list">${below}</ul>`}<p>${compactions.length} compactions</p>${oddities.length === 0 ? null : html`<h2>Repairs and oddities</h2><ul>${oddities}</ul>`}`;
  return sessionFrame(call, view, { tab: '/branches', body });
}
