import { execAt } from './exec-at.ts';
import { joinParts, type TextPart, type TextView } from './text-view.ts';

/** Longest block that is read as one line. */
const MOST_LINES = 400;
const SHORTEST_LINE = 16;
const PREFIX = /^(?:(?:> ?){1,4}|\+(?! )|[ \t]{1,16}|\| |# ?|\/\/ ?|\* |-- |; |% )/;
/** What joins the parts of a word that somebody broke by hand: quotes around each part, or a mark at the end of a line. */
const JOINTS = [
  /["'][ \t]{0,4}[+.&\\]?[ \t]{0,4}\r?\n[ \t]{0,40}[+.&]?[ \t]{0,4}["']/g,
  /(?:\\|(?<!=)=)(?<=[^\s=]{6}.)[ \t]?\r?\n(?:> ?)?[ \t]{0,40}(?=[\w+/]{2})/g,
];
/** What a setting, a closing bracket, a word or a sign on a line of its own look like: none goes on from the line before. */
const OWN_LINE =
  /^(?:[A-Za-z_][\w.-]{0,60}[=:](?!=*$)|[a-z]{1,12}$|[A-Z]?[a-z]{1,12}$|[^A-Za-z0-9]+$|[A-Z_]{2,}$|<\/?[a-z])/;

/** A name and its value: whatever its width, it is no rest of a word. */
const SETTING = /[A-Za-z_][\w.-]{0,60}=(?!=*$)/my;

function isSettingAt(text: string, at: number): boolean {
  return execAt(SETTING, text, at) !== null;
}

function linesOf(text: string): readonly TextPart[] {
  const lines: TextPart[] = [];
  for (let at = 0; at <= text.length; ) {
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next;
    const stop = end > at && text.charCodeAt(end - 1) === 0x0d ? end - 1 : end;
    lines.push({ start: at, content: text.slice(at, stop) });
    at = end + 1;
  }
  return lines;
}

/** Whether a line can be the rest of a word that a line of this width broke off. */
function continues(width: number, content: string): boolean {
  return content.length >= 2 && content.length <= width && !/\s/.test(content);
}

/** The lines that one word is spread over, from a line on, without what stands before each: a quotation, an indent. */
function blockFrom(lines: readonly TextPart[], from: number, prefix: string): readonly TextPart[] {
  const block: TextPart[] = [];
  let width = Number.POSITIVE_INFINITY;
  for (let next = from; next < lines.length && block.length < MOST_LINES; next += 1) {
    const { start, content } = lines[next] as TextPart;
    if (!content.startsWith(prefix)) break;
    const rest = content.slice(prefix.length);
    if (block.length > 0 && (!continues(width, rest) || isSettingAt(rest, 0))) break;
    block.push({ start: start + prefix.length, content: rest });
    if (rest.length < width && block.length > 1) break;
    width = rest.length;
  }
  return isBroken(block) ? block : [];
}

/** The block that begins at a line, as it stands or behind a prefix; none at a short line, so that many of them are not gone over from each. */
function blockAt(lines: readonly TextPart[], at: number): readonly TextPart[] {
  const content = lines[at]?.content ?? '';
  if (content.length < SHORTEST_LINE) return [];
  const plain = blockFrom(lines, at, '');
  if (plain.length > 0) return plain;
  const prefix = PREFIX.exec(content)?.[0] ?? '';
  return prefix === '' || content.length - prefix.length < SHORTEST_LINE ? [] : blockFrom(lines, at, prefix);
}

/** Two lines of different width may be wrapped or not; what looks like a line of its own is none that goes on. */
function isBroken(block: readonly TextPart[]): boolean {
  const [first, second] = block;
  if (first === undefined || second === undefined) return false;
  return block.length > 2 || !isUnlikely(first.content, second.content);
}

function isUnlikely(first: string, second: string): boolean {
  return !/[^\s]{8}$/.test(first) || OWN_LINE.test(second);
}

/** The text without the joints of one kind, with what a group of it takes before each, but those that part words; `undefined` when it has none. */
function joinedView(text: string, joint: RegExp, parts?: (next: number) => boolean): TextView | undefined {
  const kept: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(joint)) {
    if (parts?.(match.index + match[0].length) === true) continue;
    kept.push({ start: from, content: text.slice(from, match.index - (match[1] ?? match[2] ?? '').length) });
    from = match.index + match[0].length;
  }
  if (kept.length === 0) return undefined;
  kept.push({ start: from, content: text.slice(from) });
  return joinParts(kept);
}

/** What ends a line, a border with it, and what stands before the next: an indent, a quotation, a sign of a comment. */
const LINE_END = String.raw`([ \t]{0,16}[│|]?\\?\r?)\n`;
const LINE_START = String.raw`[ \t]{0,16}(?:(?:> ?){1,4}|[│|+#*;] ?|\/\/ ?|-- )?[ \t]{0,16}`;
const PART = String.raw`[\w+/=.~-]`;
/**
 * Where any line ends in a part of a word and the next begins with one; one of the two is of some length. What is before the
 * line feed is looked at once there is one: at every place of a text that would take long.
 */
const BREAK = new RegExp(
  `\n(?:(?<=${PART}{3}${LINE_END})${LINE_START}(?=${PART}{8})|(?<=${PART}{8}${LINE_END})${LINE_START}(?=${PART}{2}))`,
  'g',
);

/** The whole text as if no line of it ended, but before what `begins` a word of its own. */
export function brokenView(text: string, begins: (at: number) => boolean): TextView | undefined {
  return text.includes('\n') ? joinedView(text, BREAK, (at) => isSettingAt(text, at) || begins(at)) : undefined;
}

/** Blocks in which a long word was broken at a fixed width, each read as one line. */
export function wrappedViews(text: string): readonly TextView[] {
  if (!text.includes('\n')) return [];
  const lines = linesOf(text);
  const views: TextView[] = JOINTS.flatMap((joint) => joinedView(text, joint) ?? []);
  for (let at = 0; at < lines.length; ) {
    const block = blockAt(lines, at);
    if (block.length > 1) views.push(joinParts(block));
    at += Math.max(1, block.length);
  }
  return views;
}

/** The number of a line, as `cat -n`, editors and agents' tools print it. */
const LINE_NUMBER = /(?<=^|\n)[ \t]{0,8}\d{1,6}(?:→|\t| ?\| |: {1,2})/g;
const FEWEST_NUMBERS = 2;

/** A text whose lines are numbered without the numbers, where a secret and its name may stand in different lines. */
export function unnumberedView(text: string): TextView | undefined {
  const first = text.slice(0, 4096).match(LINE_NUMBER)?.length ?? 0;
  return first < FEWEST_NUMBERS ? undefined : joinedView(text, LINE_NUMBER);
}
