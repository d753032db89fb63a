import { memoryTimeline } from '../app/memory-timeline.ts';
import type { SearchHit } from '../app/search-hits.ts';
import { type SearchRequest, searchMemory } from '../app/search-memory.ts';
import { showHits } from '../app/show-hits.ts';
import { htmlProse } from '../domain/html-text.ts';
import type { SearchKind } from '../domain/search-document.ts';
import { html, type Markup, rendered } from './markup.ts';
import { type PageAnswer, type PageCall, page } from './page.ts';
import { agentOf, periodFields, periodOf } from './page-filter.ts';
import { projectChoice, scopeWords } from './page-scope.ts';
import { pageNumber, pager } from './pager.ts';
import { messageLink } from './session-parts.ts';
import { showInstant, titleOf } from './session-row.ts';
import { showSnippet } from './snippet.ts';

const PAGE_SIZE = 30;
const KINDS: Readonly<Record<string, string>> = {
  memory: 'Memory',
  prompt: 'Prompts',
  answer: 'Answers',
  toolCall: 'Tool calls',
  summary: 'Summaries',
  title: 'Titles',
};
const AROUND = 6;
/** Estimated tokens of a whole thing: a page holds more than an agent wants. */
const WHOLE = 1_000_000;

function kindsOf({ query }: PageCall): readonly SearchKind[] | undefined {
  const kind = query.get('kind') ?? '';
  return Object.hasOwn(KINDS, kind) ? [kind as SearchKind] : undefined;
}

function searchForm(call: PageCall, question: string): Markup {
  const { query } = call;
  const kinds = Object.entries(KINDS).map(
    ([value, name]) =>
      html`<option value="${value}"${query.get('kind') === value ? html` selected` : ''}>${name}</option>`,
  );
  const modes = (
    [
      ['auto', 'All words, else some'],
      ['all', 'All words'],
      ['any', 'Any word'],
    ] as const
  ).map(
    ([value, name]) =>
      html`<option value="${value}"${query.get('match') === value ? html` selected` : ''}>${name}</option>`,
  );
  return html`<form class="filter" action="${call.link('/search')}">
<label>Words<input type="search" name="q" value="${question}" dir="auto"></label>
${projectChoice(call)}
<label>Kind<select name="kind"><option value="">Any</option>${kinds}</select></label>
<label>Match<select name="match">${modes}</select></label>
${periodFields(call)}
<button>Search</button></form>`;
}

/** An id of a search as part of an address. */
function itemLink(call: PageCall, id: string, part = ''): string {
  return call.link(`/items/${encodeURIComponent(id)}${part}`);
}

function hitRow(call: PageCall, hit: SearchHit, question: string): Markup {
  const { id, type, title, snippet, agent, project, at, why, state, trust, partial, turn } = hit;
  const head = type === 'memory' ? `memory: ${title ?? ''}` : (title ?? 'Untitled session');
  const address = type === 'memory' ? call.link(`/memory/${id}`) : itemLink(call, id, '/around');
  const end =
    turn === undefined
      ? null
      : html`<div class="dim" dir="auto">${turn.ended}, ${turn.toolCalls} tool calls${turn.answer === null ? '' : `: ${turn.answer}`}</div>`;
  return html`<li><div class="title"><span class="tag">${KINDS[type] ?? type}</span> <a href="${address}" dir="auto">${head}</a></div>
<div dir="auto">${showSnippet(snippet, question)}</div>${end}
<div class="facts"><span>${agent ?? ''}</span><span dir="auto">${project?.name ?? ''}</span>${showInstant(at)}<span>${state}</span><span>${trust}</span><span>${why}${partial ? ' (partial)' : ''}</span><a href="${itemLink(call, id)}">whole</a></div></li>
`;
}

function requestOf(call: PageCall, question: string, at: number): SearchRequest {
  const kinds = kindsOf(call);
  const agent = agentOf(call);
  const match = call.query.get('match');
  return {
    question,
    scope: call.scope,
    match: match === 'all' || match === 'any' ? match : 'auto',
    limit: PAGE_SIZE + 1,
    offset: (at - 1) * PAGE_SIZE,
    ...(kinds === undefined ? {} : { kinds }),
    ...(agent === undefined ? {} : { agent }),
    ...periodOf(call),
  };
}

/** What was found, best first. */
async function foundPart(call: PageCall, question: string): Promise<Markup> {
  const at = pageNumber(call);
  const { hits, respelled } = await searchMemory(call.app, requestOf(call, question, at));
  const instead = Object.entries(respelled).map(
    ([word, taken]) => html`<p>Nothing has <q>${word}</q>; looked for ${taken.join(', ')} instead.</p>`,
  );
  if (hits.length === 0) return html`${instead}<p>Nothing in ${scopeWords(call)} has these words.</p>`;
  const more = hits.length > PAGE_SIZE;
  const rows = hits.slice(0, PAGE_SIZE).map((hit) => hitRow(call, hit, question));
  const links = pager(call, { path: '/search', at, pages: null, more, words: ['Better ones', 'More'] });
  return html`${instead}<ul class="list">${rows}</ul>${links}`;
}

/** Search: hits, from each to what stands around it, from there to the whole. */
export async function searchPage(call: PageCall): Promise<PageAnswer> {
  const question = (call.query.get('q') ?? '').trim();
  const form = html`<h1>Search</h1>${searchForm(call, question)}`;
  if (question !== '') return page(`Search: ${question}`, html`${form}${await foundPart(call, question)}`);
  const hint =
    'Finds memory and what was said and done in every session: words, names, paths, error codes, "quoted phrases".';
  return page('Search', html`${form}<p class="dim">${hint}</p>`);
}

/** What stands around a hit, oldest first. */
export function aroundPage(call: PageCall): PageAnswer {
  const id = call.path('id');
  const timeline = memoryTimeline(call.app, id, { scope: { all: true }, before: AROUND, after: AROUND });
  const rows = timeline.entries.map(
    ({ id: entry, type, at, text, anchor }) =>
      html`<li${anchor ? html` class="told"` : ''}><div class="title"><span class="tag">${type}</span> <a href="${itemLink(call, entry)}">whole</a> ${showInstant(at)}</div><div dir="auto">${text}</div></li>`,
  );
  const { session, title, earlier, later } = timeline;
  const key = id.slice(id.indexOf(':') + 1);
  const back =
    session === null
      ? null
      : html`<p>In session <a href="${id.includes(':') ? messageLink(call, { id: session }, key) : call.link(`/sessions/${session}`)}" dir="auto">${titleOf({ title, shortId: session.slice(0, 8) })}</a></p>`;
  return page(
    'Around a hit',
    html`<h1>What stands around it</h1>${back}<p class="dim">${earlier} things before these, ${later} after.</p><ul class="list">${rows}</ul>`,
  );
}

/** One thing whole. */
export function itemPage(call: PageCall): PageAnswer {
  const [item] = showHits(call.app, [call.path('id')], { scope: { all: true }, budget: WHOLE });
  if (item === undefined) throw new TypeError('an id that means something shows nothing');
  const { id, type, session, title, at, text, truncated } = item;
  const key = id.slice(id.indexOf(':') + 1);
  const isMessage = id.includes(':');
  const links =
    session === null
      ? null
      : html`<p><a href="${isMessage ? messageLink(call, { id: session }, key) : call.link(`/sessions/${session}`)}">In its conversation</a> <a href="${itemLink(call, id, '/around')}">Around it</a></p>`;
  return page(
    title ?? type,
    html`<h1 dir="auto">${title ?? type}</h1><p><span class="tag">${type}</span> ${showInstant(at)} <code>${id}</code></p>${links}<article aria-label="Text">${rendered([htmlProse(text)])}</article>${truncated ? html`<p>It goes on.</p>` : null}`,
  );
}
