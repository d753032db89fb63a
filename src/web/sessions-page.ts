import { listSessions } from '../app/list-sessions.ts';
import type { SessionQuery } from '../app/ports/read-model.ts';
import { searchMemory } from '../app/search-memory.ts';
import type { SessionView } from '../domain/session-view.ts';
import { AGENTS } from '../events/agents.ts';
import { html, type Markup } from './markup.ts';
import { type PageAnswer, type PageCall, page } from './page.ts';
import { agentOf, periodFields, periodOf } from './page-filter.ts';
import { projectChoice, scopeWords, withQuery } from './page-scope.ts';
import { pageNumber, pager } from './pager.ts';
import { sessionRow, showNumber } from './session-row.ts';
import { showSnippet } from './snippet.ts';

const PAGE_SIZE = 50;
/** Hits that are looked through for sessions. */
const MOST_HITS = 400;
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
  const project = scope.all || scope.project === null ? {} : { project: scope.project };
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
  return html`<p class="dim">${showNumber(total)} sessions of ${scopeWords(call)}, newest first</p><ul class="list">${rows.map((view) => sessionRow(call, view))}</ul>${pager(call, { path: '/sessions', at, pages, more: at < pages, words: ['Newer', 'Older'] })}`;
}

/** Sessions in which the words were found, best first. */
async function found(call: PageCall, question: string): Promise<Markup> {
  const { app, scope, query } = call;
  const agent = agentOf(call);
  const { hits } = await searchMemory(app, {
    question,
    scope,
    kinds: ['prompt', 'answer', 'toolCall', 'summary', 'title'],
    limit: MOST_HITS,
    ...(agent === undefined ? {} : { agent }),
    ...periodOf(call),
  });
  const rows = new Map<string, Markup>();
  for (const hit of hits) {
    const view: SessionView | undefined = hit.session === null ? undefined : app.readModel.view(hit.session);
    if (view === undefined || rows.has(view.id) || view.archived !== (query.get('state') === 'archived')) continue;
    const note = hit.type === 'title' ? null : html`<div dir="auto">${showSnippet(hit.snippet, question)}</div>`;
    rows.set(view.id, sessionRow(call, view, note));
  }
  if (rows.size === 0) return html`<p>No session of ${scopeWords(call)} has these words.</p>`;
  return html`<p class="dim">${rows.size} sessions of ${scopeWords(call)} with these words, best first</p><ul class="list">${[...rows.values()]}</ul>`;
}

/** Sessions, narrowed and page by page, or those that hold some words. */
export async function sessionsPage(call: PageCall): Promise<PageAnswer> {
  const question = (call.query.get('q') ?? '').trim();
  const list = question === '' ? listed(call) : await found(call, question);
  return page('Sessions', html`<h1>Sessions</h1>${filterForm(call)}${list}`);
}
