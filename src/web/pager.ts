import { html, type Markup } from './markup.ts';
import type { PageCall } from './page.ts';
import { withQuery } from './page-scope.ts';

/** The number of the page that is asked for; 1 for none and for what is no number. */
export function pageNumber({ query }: PageCall): number {
  const number = Number(query.get('page') ?? '1');
  return Number.isSafeInteger(number) && number >= 1 ? number : 1;
}

/** Where a list stands. */
export interface PagePlace {
  readonly path: string;
  readonly at: number;
  /** Null: nobody counted; `more` tells whether one follows. */
  readonly pages: number | null;
  readonly more: boolean;
  /** Words of the links to the page before and after. */
  readonly words: readonly [before: string, after: string];
}

/** Links to the pages before and after; nothing for a list that fits one page. */
export function pager(call: PageCall, { path, at, pages, more, words }: PagePlace): Markup | null {
  if (at === 1 && !more) return null;
  const to = (number: number, rel: string, text: string): Markup =>
    html`<a rel="${rel}" href="${withQuery(call, path, { page: String(number), message: '' })}">${text}</a>`;
  const before = at > 1 ? to(at - 1, 'prev', words[0]) : null;
  const after = more ? to(at + 1, 'next', words[1]) : null;
  return html`<nav class="pages" aria-label="Pages">${before}<span>Page ${at}${pages === null ? '' : ` of ${pages}`}</span>${after}</nav>`;
}
