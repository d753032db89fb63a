/** A fence opens with three marks or more; one of backticks has none in what follows. */
const OPENING = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/;
const LIST_OR_QUOTE = '[\\s>]*(?:(?:[-+*]|\\d{1,9}[.)])[ \\t][\\s>]*)*(?:#{1,6}[ \\t]+)?';
/** Marks at the beginning of a line that may make what follows strong, inside of links or not. */
const LEADING_MARKS = new RegExp(`^(${LIST_OR_QUOTE})([*_[]+(?:\\s+[*_[]+)*)(?=\\S)`, 'u');

/** The letters that a reader sees: numbered character references are letters. */
function decoded(text: string): string {
  const letters = text.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (whole, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff && code > 0 ? String.fromCodePoint(code) : whole;
  });
  return letters.normalize('NFKC');
}

/** Whether a text begins with one of the labels, marks inside or behind it left out of account. */
function beginsWith(labels: readonly string[], text: string): boolean {
  const label = new RegExp(`^\\s*(?:${labels.join('|')})\\b`, 'iu');
  const marks = /[^\p{L}\p{N}\s]+/gu;
  return label.test(text.replace(marks, '')) || label.test(text.replace(marks, ' '));
}

const backslashed = (marks: string): string => marks.replace(/\S/gu, '\\$&');

/** Escapes strong text at the beginning of a line that reads like one of the labels. */
export function unforge(line: string, labels: readonly string[]): string {
  const found = LEADING_MARKS.exec(line);
  if (found === null) return line;
  const [whole, before = '', marks = ''] = found;
  if (!/[*_]{2}/u.test(marks)) return line;
  const rest = line.slice(whole.length);
  return beginsWith(labels, decoded(rest.slice(0, 120))) ? `${before}${backslashed(marks)}${rest}` : line;
}

/** Whether a place in a text follows a backslash that counts. */
function isEscaped(slashes: string): boolean {
  return slashes.length % 2 === 1;
}

const SAFE_TARGET = /^\s*<?(?:https?:\/\/|mailto:|[#/.]|[^\s:()<>&\\]*(?:[\s)>#?]|:\d|$))/iu;

/** Takes the effect from markup that could run, load or lead somewhere: tags, pictures, links to anything but pages. */
function disarmProse(text: string): string {
  return text
    .replace(/(?<!\\)(\\*)<(?=[a-z/!?])/giu, (whole, slashes: string) => (isEscaped(slashes) ? whole : `${slashes}\\<`))
    .replace(/(?<!\\)(\\*)!(?=\[)/gu, (whole, slashes: string) => (isEscaped(slashes) ? whole : `${slashes}\\!\\`))
    .replace(/(?<!\\)(\\*)\](?=(\(|:)([^\n]{0,2000}))/gu, (whole, slashes: string, _mark: string, target: string) =>
      isEscaped(slashes) || SAFE_TARGET.test(target) ? whole : `${slashes}\\]`,
    );
}

interface Span {
  readonly isCode: boolean;
  readonly text: string;
}

/** Cuts a line at its code spans, as it reads by itself; tells whether a run of backticks was left over. */
function cutSpans(line: string): { readonly spans: readonly Span[]; readonly isOpen: boolean } {
  const spans: Span[] = [];
  let [from, isOpen] = [0, false];
  const runs = /\\[\s\S]|`+/gu;
  for (let run = runs.exec(line); run !== null; run = runs.exec(line)) {
    if (run[0].startsWith('\\')) continue;
    const closing = new RegExp(`(?<!\`)\`{${run[0].length}}(?!\`)`, 'u').exec(line.slice(runs.lastIndex));
    if (closing === null) {
      isOpen = true;
      continue;
    }
    const end = runs.lastIndex + closing.index + closing[0].length;
    spans.push(
      { isCode: false, text: line.slice(from, run.index) },
      { isCode: true, text: line.slice(run.index, end) },
    );
    from = end;
    runs.lastIndex = end;
  }
  spans.push({ isCode: false, text: line.slice(from) });
  return { spans, isOpen };
}

/** One line of prose after another. Code is left alone where every reader takes it for code; a run of backticks left over makes the rest of its paragraph doubtful. */
export function proseDisarmer(): (line: string) => string {
  let isDoubtful = false;
  return (line) => {
    if (line.trim() === '') isDoubtful = false;
    const { spans, isOpen } = cutSpans(line);
    const text = spans.map((span) => (span.isCode && !isDoubtful ? span.text : disarmProse(span.text))).join('');
    isDoubtful ||= isOpen;
    return text;
  };
}

/** Changes lines outside of fenced code; fences stand at the beginning of their line, and one left open is closed. */
export function mapProse(text: string, change: (line: string) => string): string {
  const lines: string[] = [];
  let open: string | undefined;
  for (const line of text.split('\n')) {
    if (open !== undefined) {
      const closing: string | undefined = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
      if (closing?.startsWith(open) === true) open = undefined;
      lines.push(line);
      continue;
    }
    const opening = OPENING.exec(line);
    open = opening?.[1] ?? opening?.[2];
    lines.push(open === undefined ? change(line) : line.trimStart());
  }
  if (open !== undefined) lines.push(open);
  return lines.join('\n');
}
