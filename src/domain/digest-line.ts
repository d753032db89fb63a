import { cutAtGrapheme } from '../kernel/grapheme-cut.ts';
import { BLANK, STRAY_SELECTOR } from '../kernel/hidden-characters.ts';
import { DIGEST_SECTIONS, type DigestSection } from './digest-section.ts';

/**
 * Makes the mark of a line: a short keyed digest that loom alone can make. A line whose mark holds is as loom wrote it;
 * any other is somebody's edit.
 */
export type MarkLine = (content: string) => string;

/** What a line of the page stands for. */
export interface LineSubject {
  readonly kind: 'memory' | 'session';
  /** 16 characters. */
  readonly id: string;
}

/** Longest text of a line, in characters. */
const MOST_TEXT = 400;
const MORE = '…';
const CONTROLS = new RegExp(
  `[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}]|(?![\\u200C\\u200D])(?:\\p{Cf}|${BLANK})|${STRAY_SELECTOR}`,
  'gu',
);
const REFERENCE = /^(?<text>.*?)\s*\[[^[\]]*?(?<session>@?)(?<id>[0-9a-hjkmnp-tv-z]{16})\.(?<mark>[\w-]{6})\]$/su;

/**
 * A text as it stands on one line of the page: white space joined, invisible characters gone, marks of comments broken, so
 * that nothing in it ends a block or opens a section, and cut.
 */
export function textOnLine(text: string): string {
  const line = text
    .replace(/\s+/gu, ' ')
    .replace(CONTROLS, '')
    .replaceAll('<!--', '< !--')
    .replaceAll('-->', '-- >')
    .trim();
  return line.length <= MOST_TEXT ? line : `${cutAtGrapheme(line, MOST_TEXT - 1).trimEnd()}${MORE}`;
}

function markOf(mark: MarkLine, { kind, id }: LineSubject, at: { section: DigestSection; text: string }): string {
  return mark(JSON.stringify([kind, id, at.section, at.text])).slice(0, 6);
}

/** Writes a line of the page; `text` as {@link textOnLine} gives it. */
export function writeLine(
  mark: MarkLine,
  line: LineSubject & { readonly section: DigestSection; readonly text: string; readonly source: string },
): string {
  const sign = line.kind === 'session' ? '@' : '';
  return `- ${line.text} [${line.source} · ${sign}${line.id}.${markOf(mark, line, line)}]`;
}

/** A line as it is read back; `subject` is null for one without loom's reference. */
export interface ReadLine {
  readonly text: string;
  readonly subject: LineSubject | null;
  readonly mark: string | null;
}

/** Reads the text and the reference of a line, without the bullet. */
export function readLine(line: string): ReadLine {
  const groups = REFERENCE.exec(line.trim())?.groups;
  if (groups === undefined) return { text: line.trim(), subject: null, mark: null };
  const { text = '', session, id = '', mark = '' } = groups;
  return { text: text.trim(), subject: { kind: session === '@' ? 'session' : 'memory', id }, mark };
}

/** The section in which loom wrote exactly this line; `undefined` when the text is not what loom wrote. */
export function originOf(mark: MarkLine, line: ReadLine): DigestSection | undefined {
  const { subject, text } = line;
  if (subject === null) return undefined;
  return DIGEST_SECTIONS.find(([section]) => markOf(mark, subject, { section, text }) === line.mark)?.[0];
}
