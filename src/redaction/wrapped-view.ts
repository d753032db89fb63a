import { joinParts, type TextPart, type TextView } from './text-view.ts';

/** Longest block that is read as one line. */
const MOST_LINES = 400;
const SHORTEST_LINE = 16;
const PREFIX = /^(?:(?:> ?){1,4}|\+(?! )|[ \t]{1,16}|\| |# ?|\/\/ ?|\* |-- |; |% )/;
/** What joins the parts of a word that somebody broke by hand: quotes around each part, or a mark at the end of a line. */
const JOINTS = [
  /["'][ \t]{0,4}[+.&\\]?[ \t]{0,4}\r?\n[ \t]{0,40}[+.&]?[ \t]{0,4}["']/g,
  /(?<=[\w+/=.-]{8})(?:\\|(?<!=)=)[ \t]?\r?\n(?:> ?)?[ \t]{0,40}(?=[\w+/]{2})/g,
];
/** What a setting, a closing bracket, a word or a sign on a line of its own look like: none goes on from the line before. */
const OWN_LINE =
  /^(?:[A-Za-z_][\w.-]{0,60}[=:](?!=*$)|[a-z]{1,12}$|[A-Z]?[a-z]{1,12}$|[^A-Za-z0-9]+$|[A-Z_]{2,}$|<\/?[a-z])/;

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
    if (block.length > 0 && !continues(width, rest)) break;
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

/** The text without the joints of one kind; `undefined` when it has none. */
function joinedView(text: string, joint: RegExp): TextView | undefined {
  const kept: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(joint)) {
    kept.push({ start: from, content: text.slice(from, match.index) });
    from = match.index + match[0].length;
  }
  if (kept.length === 0) return undefined;
  kept.push({ start: from, content: text.slice(from) });
  return joinParts(kept);
}

/** The end of any line that ends in a part of a word, with a border, and what stands before the next: an indent, a quotation, a sign of a comment. */
const BREAK =
  /(?<=[\w+/=.~-]{3})[ \t]{0,16}[│|]?\\?\r?\n[ \t]{0,16}(?:(?:> ?){1,4}|[│|+#*;] ?|\/\/ ?|-- )?[ \t]{0,16}(?=[\w+/=.~-]{2})/g;

/** The whole text as if no line of it ended. */
export function brokenView(text: string): TextView | undefined {
  return text.includes('\n') ? joinedView(text, BREAK) : undefined;
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
