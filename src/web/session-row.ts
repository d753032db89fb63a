import type { SessionView } from '../domain/session-view.ts';
import { countOf } from '../kernel/count-of.ts';
import { html, type Markup } from './markup.ts';
import type { PageCall } from './page.ts';

/** An instant as people read it; the whole of it is in the element. */
export function showInstant(at: string | null): Markup | null {
  if (at === null) return null;
  return html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time>`;
}

/** A number with its thousands set apart. */
export function showNumber(value: number | null): string {
  return value === null ? '–' : String(value).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
}

/** So many of something, in words. */
export function showCount(value: number, one: string): string {
  return `${showNumber(value)} ${one}${value === 1 ? '' : 's'}`;
}

/** What a session is called. */
export function titleOf({ title, shortId }: Pick<SessionView, 'title' | 'shortId'>): string {
  return title === null || title.trim() === '' ? `Session ${shortId}` : title;
}

function tagsOf(view: SessionView): readonly string[] {
  return [
    ...(view.pinned ? ['pinned'] : []),
    ...(view.archived ? ['archived'] : []),
    ...(view.deleted ? ['deleted'] : []),
    ...(view.status === 'active' ? ['active'] : []),
    ...(view.headless ? ['headless'] : []),
  ];
}

/** States of a session, in words. */
export function showTags(view: SessionView): readonly Markup[] {
  return tagsOf(view).map((tag) => html`<span class="tag">${tag}</span> `);
}

/** A session in a list; `note` is what it was found by. */
export function sessionRow(call: PageCall, view: SessionView, note: Markup | null = null): Markup {
  const { counts, project, agent, models, sortAt } = view;
  return html`<li><div class="title"><a href="${call.link(`/sessions/${view.id}`)}" dir="auto">${titleOf(view)}</a> ${showTags(view)}</div>
<div class="facts"><span>${agent}</span><span dir="auto">${project?.name ?? 'no project'}</span>${showInstant(sortAt)}<span>${countOf(counts.prompts, 'prompt')}</span><span>${countOf(counts.toolCalls, 'tool call')}</span><span>${models.slice(0, 2).join(', ')}</span><code>${view.shortId}</code></div>${note}</li>
`;
}
