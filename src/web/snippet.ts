import { html, type Markup } from './markup.ts';

/** A snippet with the words of a question set off, as far as they stand in it as they were typed. */
export function showSnippet(snippet: string, question: string): Markup {
  const words = question.split(/[\s"]+/).filter((word) => word.length > 1);
  if (words.length === 0) return html`${snippet}`;
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  const parts = snippet.split(new RegExp(`(${pattern})`, 'giu'));
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<mark>${part}</mark>` : part))}`;
}
