import { html, type Markup } from './markup.ts';

/** A command for the terminal, to be copied. */
export function commandLine(words: string): Markup {
  return html`<pre><code>${words}</code></pre><button type="button" data-copy="${words}" hidden>Copy</button>`;
}
