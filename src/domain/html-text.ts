import { makeBlockVisible, makeLineVisible } from '../kernel/visible-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeMarks(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);
}

/** Foreign text of several lines as HTML: nothing in it is markup, and what hides or turns text is made visible. */
export function htmlBlock(text: string): string {
  return escapeMarks(makeBlockVisible(text));
}

/** Foreign text as part of one line or of a quoted attribute. */
export function htmlLine(text: string): string {
  return htmlWords(text).trim();
}

/** The same, with the spaces around it. */
export function htmlWords(text: string): string {
  return escapeMarks(makeLineVisible(text));
}

/** Addresses that may become links: the web, in plain ASCII, so that what is read is where it leads. */
const ADDRESS = /\bhttps?:\/\/[A-Za-z0-9][\w.~:/?#@!$&*+,;=%-]*[\w/#=&~-]/g;

/** Text whose web addresses are links; nothing else of it is markup. */
export function htmlWithLinks(text: string): string {
  const visible = makeBlockVisible(text);
  const parts: string[] = [];
  let from = 0;
  for (const match of visible.matchAll(ADDRESS)) {
    const address = escapeMarks(match[0]);
    parts.push(escapeMarks(visible.slice(from, match.index)));
    parts.push(`<a href="${address}" rel="noreferrer noopener nofollow">${address}</a>`);
    from = match.index + match[0].length;
  }
  parts.push(escapeMarks(visible.slice(from)));
  return parts.join('');
}

/** The opening fence of a code block: its marks and the language it names. */
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^\n]*$/;

interface Stretch {
  readonly code: boolean;
  readonly language: string;
  readonly lines: string[];
}

function closes(line: string, fence: string): boolean {
  const text = line.trim();
  return text.startsWith(fence) && text === fence.charAt(0).repeat(text.length);
}

/** Cuts text into prose and fenced code; a fence that is left open ends with the text. */
function cutCode(text: string): readonly Stretch[] {
  const stretches: Stretch[] = [{ code: false, language: '', lines: [] }];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const opening = fence === undefined ? FENCE.exec(line) : null;
    if (opening !== null) {
      fence = opening[1] ?? '';
      stretches.push({ code: true, language: opening[2] ?? '', lines: [] });
    } else if (fence !== undefined && closes(line, fence)) {
      fence = undefined;
      stretches.push({ code: false, language: '', lines: [] });
    } else stretches.at(-1)?.lines.push(line);
  }
  return stretches;
}

/** Preformatted text. */
export function htmlCode(text: string, language = ''): string {
  const label = language === '' ? '' : ` data-language="${htmlLine(language)}"`;
  return `<pre dir="auto"${label}><code>${htmlBlock(text)}</code></pre>`;
}

/** What was said, as it was typed: fenced code as code blocks, web addresses as links, all else plain. */
export function htmlProse(text: string): string {
  return cutCode(text)
    .map(({ code, language, lines }) => {
      if (code) return htmlCode(lines.join('\n'), language);
      const prose = lines.join('\n').replace(/^\n+|\n+$/g, '');
      return prose.trim() === '' ? '' : `<div class="text" dir="auto">${htmlWithLinks(prose)}</div>`;
    })
    .join('');
}
