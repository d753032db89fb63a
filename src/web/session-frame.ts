import { findSession } from '../app/find-session.ts';
import type { SessionView } from '../domain/session-view.ts';
import { html, type Markup } from './markup.ts';
import { type PageAnswer, type PageCall, page } from './page.ts';
import { showInstant, showTags, titleOf } from './session-row.ts';

const TABS = [
  ['', 'Conversation'],
  ['/timeline', 'Timeline'],
  ['/files', 'Files'],
  ['/usage', 'Usage'],
  ['/branches', 'Branches'],
  ['/resume', 'Resume'],
] as const;

/** The session that an address names, by id or any other handle of the store. */
export function sessionOf(call: PageCall): SessionView {
  return findSession(call.app, call.path('id'), { all: true });
}

function actionsOf(call: PageCall, view: SessionView): Markup {
  const to = (action: string, words: string): Markup =>
    html`<a class="button" href="${call.link(`/sessions/${view.id}/${action}`)}">${words}</a>\n`;
  if (view.deleted) return html`<div class="row">${to('restore', 'Restore')}${to('purge', 'Purge')}</div>`;
  const parent =
    view.parent === null
      ? null
      : html`<a class="button" href="${call.link(`/compare?a=${view.parent.id}&b=${view.id}`)}">Compare with parent</a>`;
  return html`<div class="row">${to('rename', 'Rename')}${view.pinned ? to('unpin', 'Unpin') : to('pin', 'Pin')}${view.archived ? to('restore', 'Restore') : to('archive', 'Archive')}${to('fork', 'Fork')}${to('delete', 'Delete')}${to('export', 'Export')}${parent}</div>`;
}

function factsOf(call: PageCall, view: SessionView): Markup {
  const { agent, project, branch, models, startedAt, updatedAt, parent, cwd } = view;
  const from =
    parent === null
      ? null
      : html`<a href="${call.link(`/sessions/${parent.id}`)}">${parent.kind} of ${parent.id.slice(0, 8)}</a>`;
  const facts: readonly (readonly [string, string | Markup | null])[] = [
    ['session', html`<code>${view.id}</code>`],
    ['agent', agent],
    ['project', project?.name ?? null],
    ['folder', cwd],
    ['branch', branch],
    ['models', models.join(', ') || null],
    ['started', showInstant(startedAt)],
    ['updated', showInstant(updatedAt)],
    ['from', from],
  ];
  const rows = facts.flatMap(([name, value]) =>
    value === null ? [] : [html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`],
  );
  return html`<dl class="pairs">${rows}</dl>`;
}

/** A page about one session: who it is, what can be done with it, its parts, and one of these. */
export function sessionFrame(
  call: PageCall,
  view: SessionView,
  part: { readonly tab: string; readonly body: Markup },
): PageAnswer {
  const tabs = TABS.map(
    ([path, name]) =>
      html`<a href="${call.link(`/sessions/${view.id}${path}`)}"${path === part.tab ? html` aria-current="page"` : ''}>${name}</a>\n`,
  );
  const gone = view.deleted
    ? html`<div class="warn">This session is deleted. Its bytes stay until it is purged.</div>`
    : null;
  return page(
    titleOf(view),
    html`<h1 dir="auto">${titleOf(view)}</h1>${showTags(view)}${gone}${actionsOf(call, view)}${factsOf(call, view)}<nav class="tabs" aria-label="Parts of the session">${tabs}</nav>${part.body}`,
  );
}
