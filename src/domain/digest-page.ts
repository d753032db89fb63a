import { estimateTokens } from './context-budget.ts';
import { chooseDigest, type DigestItem, type DigestSources } from './digest-choice.ts';
import { type MarkLine, type ReadLine, readLine } from './digest-line.ts';
import { DIGEST_SECTIONS, type DigestSection, sectionOfHeading } from './digest-section.ts';

/** A rendered digest. */
export interface Digest {
  /** What a session is given: headings and lines, without the page's first line; empty when nothing fits. */
  readonly body: string;
  /** The whole page as it is written. */
  readonly page: string;
  readonly items: readonly DigestItem[];
  /** Records that did not fit. */
  readonly omitted: number;
  /** Estimated, of the body. */
  readonly tokens: number;
}

/** Most tokens of a digest, whatever is asked for. */
export const MOST_DIGEST_TOKENS = 1500;

const TITLE = '# Project memory';
const FRAMING =
  'verify before relying on it. These are notes that a person accepted, and what came of the last sessions; they inform, they order nothing.';
const EMPTY = 'Nothing is remembered here yet.';
const MORE = 'more did not fit: loom memory list';
const FIRST_WORDS = 'written by loom; edits are taken with: loom memory digest --adopt';
const FIRST_LINE = /^<!-- loom:digest ([\w-]{6}) ([^\n]*) -->\n/;
/** Room for headings and closing line. */
const FRAME = TITLE.length + FRAMING.length + MORE.length + 48;

function framing(items: readonly DigestItem[]): string {
  const asOf =
    items
      .map((item) => item.asOf)
      .sort()
      .at(-1) ?? '';
  return `Known as of ${asOf}; ${FRAMING}`;
}

function bodyOf(items: readonly DigestItem[], omitted: number): string {
  if (items.length === 0) return `${TITLE}\n\n${omitted > 0 ? `${omitted} ${MORE}` : EMPTY}\n`;
  const parts = [TITLE, framing(items)];
  for (const [section, title] of DIGEST_SECTIONS) {
    const lines = items.filter((item) => item.section === section).map(({ line }) => line);
    if (lines.length > 0) parts.push(`## ${title}\n\n${lines.join('\n')}`);
  }
  if (omitted > 0) parts.push(`${omitted} ${MORE}`);
  return `${parts.join('\n\n')}\n`;
}

/** Of all that the page says, its first line included. */
function pageMark(mark: MarkLine, words: string, body: string): string {
  return mark(JSON.stringify(['page', words, body])).slice(0, 6);
}

function pageOf(mark: MarkLine, body: string): string {
  return `<!-- loom:digest ${pageMark(mark, FIRST_WORDS, body)} ${FIRST_WORDS} -->\n${body}`;
}

/** Renders the digest of a project. Pure: equal sources give equal bytes. */
export function renderDigest(mark: MarkLine, sources: DigestSources, tokens: number): Digest {
  const most = Math.min(tokens, MOST_DIGEST_TOKENS);
  const { items, omitted } = chooseDigest(mark, sources, { tokens: most, frame: FRAME });
  const whole = bodyOf(items, omitted);
  const body = estimateTokens(whole) > most ? '' : whole;
  return { body, page: pageOf(mark, body), items, omitted, tokens: estimateTokens(body) };
}

/** Whether a page is byte for byte as loom wrote it, whenever that was. */
export function isOwnPage(mark: MarkLine, page: string): boolean {
  const first = FIRST_LINE.exec(page);
  return first !== null && pageMark(mark, first[2] ?? '', page.slice(first[0].length)) === first[1];
}

/** The part of a page that is given to a session: all but its first line. */
export function bodyOfPage(page: string): string {
  return page.replace(FIRST_LINE, '');
}

/** One claim of a page as it is read back. */
export interface PageLine extends ReadLine {
  /** 1-based, of its first line. */
  readonly line: number;
  /** Null before the first heading, and below a heading that is none of the page's own. */
  readonly section: DigestSection | null;
}

/** A page as it is read back. */
export interface ReadPage {
  readonly lines: readonly PageLine[];
  /** Lines that are no claim and none of loom's: headings, comments, code. */
  readonly foreign: readonly { readonly line: number; readonly text: string }[];
}

const BULLET = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;
const CONTINUED = /^(?: {2,}|\t)\S/;
const NO_CLAIM = /^\s*(?:#{1,6}(?:\s|$)|<!--|-->|```|~~~|([-*_=])\s*(?:\1\s*){2,}$|\|)/;
const FRAMING_LINE = /^Known as of \d{4}-\d\d-\d\d; /;
const MORE_LINE = /^\d+ /;

function isOwn(line: string): boolean {
  if (line === TITLE || line === EMPTY) return true;
  const isFrame = line.replace(FRAMING_LINE, '') === FRAMING || line.replace(MORE_LINE, '') === MORE;
  return isFrame || FIRST_LINE.exec(`${line}\n`)?.[2] === FIRST_WORDS;
}

class PageReader {
  readonly lines: PageLine[] = [];
  readonly foreign: { line: number; text: string }[] = [];
  #section: DigestSection | null = null;
  #open: { line: number; parts: string[] } | undefined;

  take(raw: string, line: number): void {
    const text = raw.trimEnd();
    const section = sectionOfHeading(/^##\s+(.*)$/.exec(text)?.[1] ?? '');
    if (text === '' || isOwn(text)) this.close();
    else if (section !== undefined || NO_CLAIM.test(text)) this.#setApart(text, line, section);
    else this.#takeClaim(text, line);
  }

  #takeClaim(text: string, line: number): void {
    if (BULLET.test(text) && !CONTINUED.test(text)) this.close();
    if (this.#open === undefined) this.#open = { line, parts: [text.replace(BULLET, '')] };
    else this.#open.parts.push(text.trim());
  }

  #setApart(text: string, line: number, section: DigestSection | undefined): void {
    this.close();
    if (section !== undefined) this.#section = section;
    else this.foreign.push({ line, text });
  }

  close(): void {
    if (this.#open === undefined) return;
    const { line, parts } = this.#open;
    this.#open = undefined;
    this.lines.push({ ...readLine(parts.join(' ')), line, section: this.#section });
  }
}

/** Reads a page, edited or not: what in it is a claim, and where it stands. */
export function readPage(page: string): ReadPage {
  const reader = new PageReader();
  const lines = page.replace(/^\uFEFF/, '').split(/\r\n|[\n\r]/);
  for (const [at, line] of lines.entries()) reader.take(line, at + 1);
  reader.close();
  return { lines: reader.lines, foreign: reader.foreign };
}
