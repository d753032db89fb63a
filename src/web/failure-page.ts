import { html, type Markup } from './markup.ts';
import type { WebFailure } from './web-host.ts';

const STATUS = {
  usage: 400,
  'not-found': 404,
  refused: 409,
  busy: 503,
} as const;

/** The status of a failed request. */
export function statusOf({ kind }: WebFailure): 400 | 404 | 409 | 500 | 503 {
  return Object.hasOwn(STATUS, kind) ? STATUS[kind as keyof typeof STATUS] : 500;
}

/** What went wrong, why, and what to do next, in the words of the command line. */
export function failurePage({ kind, code, message, hints }: WebFailure): {
  readonly title: string;
  readonly body: Markup;
} {
  const title = kind === 'not-found' ? 'Not found' : 'That did not work';
  const lines = hints.map((hint) => html`<li><code>${hint}</code></li>`);
  const next = lines.length === 0 ? null : html`<h2>What to do next</h2><ul>${lines}</ul>`;
  return {
    title,
    body: html`<h1>${title}</h1><div class="warn" role="alert"><span dir="auto">${message}</span> <span class="tag">${code}</span></div>${next}`,
  };
}
