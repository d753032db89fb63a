import { listSessions, projectFilter } from '../app/list-sessions.ts';
import type { SessionQuery } from '../app/ports/read-model.ts';
import { searchSessions, searchTitles } from '../app/search-sessions.ts';
import { isBackground } from '../domain/session-view-of.ts';
import { AGENTS } from '../events/agents.ts';
import { html, type Markup } from './markup.ts';
import { type PageAnswer, type PageCall, page } from './page.ts';
import { agentOf, periodFields, periodOf } from './page-filter.ts';
import { projectChoice, scopeWords, withQuery } from './page-scope.ts';
import { pageNumber, pager } from './pager.ts';
import { sessionRow, showCount } from './session-row.ts';
import { showSnippet } from './snippet.ts';

const PAGE_SIZE = 50;
const STATES = { '': 'Listed', archived: 'Archived', deleted: 'Deleted' } as const;

function queryOf(call: PageCall): SessionQuery {
  const { query } = call;
  const agent = agentOf(call);
  const state = query.get('state');
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(state === 'archived' ? { archived: true } : {}),
    ...(state === 'deleted' ? { deleted: true } : {}),
    ...(query.has('subagents') ? { includeSubagents: true } : {}),
    ...periodOf(call),
  };
}

function filterForm(call: PageCall): Markup {
  const { query } = call;
  const agents = AGENTS.map(
    (agent) => html`<option${agent === query.get('agent') ? html` selected` : ''}>${agent}</option>`,
  );
  const states = Object.entries(STATES).map(
    ([value, name]) =>
      html`<option value="${value}"${value === (query.get('state') ?? '') ? html` selected` : ''}>${name}</option>`,
  );
  return html`<form class="filter" action="${call.link('/sessions')}">
<label>Words<input type="search" name="q" value="${query.get('q') ?? ''}" dir="auto"></label>
${projectChoice(call)}
<label>Agent<select name="agent"><option value="">Any</option>${agents}</select></label>
<label>State<select name="state">${states}</select></label>
${periodFields(call)}
<label class="check"><input type="checkbox" name="subagents" value="1"${query.has('subagents') ? html` checked` : ''}> Subagents too</label>
<button>Apply</button></form>`;
}

function listed(call: PageCall): Markup {
  const query = queryOf(call);
  const { scope, app } = call;
  const project = projectFilter(scope);
  const total = !scope.all && scope.project === null ? 0 : app.readModel.count({ ...query, ...project });
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const at = Math.min(pageNumber(call), pages);
  const listing = listSessions(app, scope, { ...query, limit: PAGE_SIZE, offset: (at - 1) * PAGE_SIZE });
  const rows = listing.rows();
  if (rows.length === 0) {
    const elsewhere = listing.elsewhere();
    const more =
      elsewhere === 0
        ? null
        : html` <a href="${withQuery(call, '/sessions', { project: 'all' })}">${elsewhere} in other projects</a>`;
    return html`<p>No session here.${more}</p>`;
  }
  return html`<p class="dim">${showCount(total, 'session')} of ${scopeWords(call)}, newest first</p><ul class="list">${rows.map((view) => sessionRow(call, view))}</ul>${pager(call, { path: '/sessions', at, pages, more: at < pages, words: ['Newer', 'Older'] })}`;
}

interface FoundRows {
  readonly rows: readonly Markup[];
  /** No others were found. */
  readonly complete: boolean;
}

async function foundRows(call: PageCall, question: string): Promise<FoundRows> {
  const { app, scope, query } = call;
  const state = query.get('state');
  if (state === 'deleted') {
    const deleted = listSessions(app, scope, queryOf(call)).rows();
    return { rows: searchTitles(deleted, question).map((view) => sessionRow(call, view)), complete: true };
  }
  const agent = agentOf(call);
  const first = !query.has('further');
  const request = { question, scope, first, ...(agent === undefined ? {} : { agent }), ...periodOf(call) };
  const { sessions, complete } = await searchSessions(app, request);
  const rows = sessions
    .filter(({ view }) => view.archived === (state === 'archived') && (query.has('subagents') || !isBackground(view)))
    .map(({ view, snippet }) => {
      const note = snippet === null ? null : html`<div dir="auto">${showSnippet(snippet, question)}</div>`;
      return sessionRow(call, view, note);
    });
  return { rows, complete };
}

/** Sessions in which the words were found, best first; of deleted ones those whose title has them. */
async function found(call: PageCall, question: string): Promise<Markup> {
  const { rows, complete } = await foundRows(call, question);
  const further = complete
    ? null
    : html`<p><a href="${withQuery(call, '/sessions', { further: '1' })}">Look further</a></p>`;
  if (rows.length === 0) return html`<p>No session of ${scopeWords(call)} has these words.</p>${further}`;
  const order = call.query.get('state') === 'deleted' ? 'newest' : 'best';
  const count = complete ? showCount(rows.length, 'session') : `The best ${showCount(rows.length, 'session')}`;
  return html`<p class="dim">${count} of ${scopeWords(call)} with these words, ${order} first</p><ul class="list">${rows}</ul>${further}`;
}

/** Sessions, narrowed and page by page, or those that hold some words. */
export async function sessionsPage(call: PageCall): Promise<PageAnswer> {
  const question = (call.query.get('q') ?? '').trim();
  const list = question === '' ? listed(call) : await found(call, question);
  return page('Sessions', html`<h1>Sessions</h1>${filterForm(call)}${list}`);
}
