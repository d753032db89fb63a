import type { Codes } from './anchor-index.ts';
import { execAt } from './exec-at.ts';
import { isReference, looksSpoken } from './named-value.ts';
import { kindOfName } from './secret-names.ts';
import type { SecretRule } from './secret-rule.ts';

type Range = readonly [start: number, end: number];

interface Cell {
  readonly start: number;
  readonly text: string;
}

const MOST_ROWS = 200;
const LONGEST_ROW = 1024;
const LONGEST_NAME = 24;
const EARLIER = /ssword|sswd|ssphrase|pwd|secret|token|api[_ ]key/i;
/** Columns that stand below each other by their width: two spaces or more part them. */
const SPACES = '  ';
/** A line of a table without any value. */
const RULE_LINE = /^[\s+|:=─━┼├┤│-]+$/;
const HEADING =
  /^["'\s*]*(?:[\w ]{0,24}[_ ])?(?:passwords?|passwd|pwd|passphrase|secret|token|api[_ ]?key|access[_ ]?key)["'\s*]*$/i;

function lineAt(text: string, start: number): string {
  const next = text.indexOf('\n', start);
  return text.slice(start, Math.min(next === -1 ? text.length : next, start + LONGEST_ROW));
}

/** The cells of a row; a comma between quotes parts none. */
function cellsOf(line: string, start: number, sign: string): readonly Cell[] {
  if (sign === SPACES)
    return Array.from(line.matchAll(/\S+(?: \S+)*/g), ({ index, 0: text }) => ({ start: start + index, text }));
  const cells: Cell[] = [];
  let from = 0;
  let quoted = false;
  for (let at = 0; at <= line.length; at += 1) {
    const char = line.charAt(at);
    if (char === '"' && sign !== '|') quoted = !quoted;
    if (at < line.length && (quoted || char !== sign)) continue;
    cells.push({ start: start + from, text: line.slice(from, at) });
    from = at + 1;
  }
  return cells;
}

/** The value of a cell, without the quotes and space around it, when it looks like a secret. */
function rangeOf({ start, text }: Cell, heading: string): readonly Range[] {
  const match = /^["'\x60\s*]*(?<value>[^\s"'\x60].*?)["'\x60\s*]*$/d.exec(text);
  const value = match?.groups?.['value'] ?? '';
  const range = match?.indices?.groups?.['value'];
  if (range === undefined || value.length < 4 || /\s/.test(value) || isReference(value)) return [];
  return looksSpoken(value, /ss|pwd/i.test(heading) ? 'password' : 'token')
    ? [[start + range[0], start + range[1]]]
    : [];
}

function namedColumns(names: readonly string[]): readonly number[] {
  return names.flatMap((name, column) => (HEADING.test(name) ? [column] : []));
}

/** Whether a line can be the head of a table; a line of a list of names, indented or with a comma at its end, is none. */
function isHead(cells: readonly Cell[], sign: string, isRuled: boolean): boolean {
  if (sign === '|' || sign === '│') return cells.length >= (isRuled ? 2 : 3);
  if (sign === SPACES)
    return cells.length >= 2 && cells.every(({ text }) => /^[A-Z]?[\w-]{1,24}(?: [\w-]{1,16})?:?$/.test(text));
  return cells.length >= 2 && cells.every(({ text }) => /^["']?\w[\w .-]{0,40}["']?\r?$/.test(text));
}

interface Head {
  readonly cells: readonly Cell[];
  readonly sign: string;
  readonly columns: readonly number[];
  readonly end: number;
}

/** The head of a table whose first name of a secret stands at a place. A long line is none. */
function headAt(text: string, at: number): Head | undefined {
  const from = Math.max(0, at - LONGEST_ROW);
  const before = text.slice(from, at);
  const start = from + before.lastIndexOf('\n') + 1;
  if ((start === from && from > 0) || EARLIER.test(before.slice(start - from))) return undefined;
  const line = lineAt(text, start);
  const sign = ['|', '│', '\t', ';', ',', SPACES].find((candidate) => line.trim().includes(candidate));
  if (sign === undefined) return undefined;
  const cells = cellsOf(line, start, sign);
  const columns = namedColumns(cells.map((cell) => cell.text));
  const end = start + line.length + 1;
  const isRuled = /^[\s|+-]*-{3}[\s|+:-]*$/.test(lineAt(text, end));
  return columns.length > 0 && isHead(cells, sign, isRuled) ? { cells, sign, columns, end } : undefined;
}

/** The values below a heading that names secrets, in rows of as many cells. */
function columnValues(text: string, at: number): readonly Range[] {
  const head = headAt(text, at);
  if (head === undefined) return [];
  const found: Range[] = [];
  let next = head.end;
  for (let row = 0; row < MOST_ROWS && next < text.length; row += 1) {
    const line = lineAt(text, next);
    next += line.length + 1;
    if (RULE_LINE.test(line)) continue;
    const cells = cellsOf(line, next - line.length - 1, head.sign);
    if (cells.length !== head.cells.length || cells.some((cell) => HEADING.test(cell.text))) break;
    for (const column of head.columns) found.push(...rangeOf(cells[column] as Cell, head.cells[column]?.text ?? ''));
  }
  return found;
}

const TEXT =
  /\s{0,8}(?:[A-Za-z_]{1,20}\()?(?:N?'(?<value>(?:[^'\n\\]|''){0,512})'|"(?<double>[^"\n\\]{0,512})"|[^,()'"]{0,80})\)?\s{0,8}/dy;

/** The values of one row in brackets, each with its place; the end is that of the row. */
function rowAt(text: string, at: number): { readonly cells: readonly Cell[]; readonly end: number } {
  const cells: Cell[] = [];
  let next = at;
  for (let count = 0; count < 64; count += 1) {
    const match = execAt(TEXT, text, next);
    if (match === null) break;
    const { value, double } = match.groups ?? {};
    const range = match.indices?.groups?.[value === undefined ? 'double' : 'value'];
    cells.push({ start: range?.[0] ?? next, text: value ?? double ?? '' });
    next += match[0].length;
    if (text.charAt(next) !== ',') break;
    next += 1;
  }
  return { cells, end: next };
}

function valuesOf(cells: readonly Cell[], columns: readonly number[]): readonly Range[] {
  return columns.flatMap((column): readonly Range[] => {
    const { start, text } = cells[column] ?? { start: 0, text: '' };
    return text.length >= 4 && !isReference(text) ? [[start, start + text.length]] : [];
  });
}

/** The values that a statement of SQL gives to columns that name secrets. */
function insertedValues(text: string, at: number): readonly Range[] {
  const before = text.slice(Math.max(0, at - 2048), at).trimEnd();
  if (!before.endsWith(')')) return [];
  const names = before.slice(before.lastIndexOf('(') + 1, -1).split(',');
  const columns = namedColumns(names.map((name) => name.replaceAll(/[\x60"[\]]/g, '')));
  const found: Range[] = [];
  let next = at + 'VALUES'.length;
  for (let row = 0; columns.length > 0 && row < MOST_ROWS; row += 1) {
    const open = /^[\s,]{0,16}\(/.exec(text.slice(next, next + 20));
    if (open === null) break;
    const { cells, end } = rowAt(text, next + open[0].length);
    found.push(...valuesOf(cells, columns));
    next = text.startsWith(')', end) ? end + 1 : end;
  }
  return found;
}

/** Passwords in a column of a table, of Markdown or of values parted by signs, and in statements that insert rows. */
export const TABLE_COLUMNS: readonly SecretRule[] = [
  {
    id: 'table-secret',
    anchors: ['ssword', 'sswd', 'ssphrase', 'api_key', 'api key', 'secret', 'token', 'pwd'],
    ignoreCase: true,
    probe: (codes, at) => isCellEnd(codes, at),
    contextual: true,
    pattern: /(?:ss|ap|se|to|pw)/i,
    spans: columnValues,
  },
  {
    id: 'table-secret',
    anchors: ['ssword', 'sswd', 'ssphrase', 'oken', 'ecret', 'pi_key', 'pi key', 'pikey', 'cess_key', 'cess key'],
    ignoreCase: true,
    probe: hasColumnAfter,
    contextual: true,
    get pattern() {
      return /(?<=(?:^|[\n→\t|]) {0,8}[\w .-]{0,40})(?<name>(?:ssword|sswd|ssphrase|oken|ecret|pi[_ ]?key|cess[_ ]key)(?:_(?:id|key|value))?):?(?: {2,60}|\t{1,8}) {0,8}(?<value>[^\s"'\x60|]{6,512})(?=[ \t]*(?:$|\n|\r|\\n)|\s{2})/i;
    },
    accepts: isInColumn,
  },
  {
    id: 'sql-password',
    anchors: ['VALUES (', 'values (', 'VALUES(', 'values(', 'VALUES\n'],
    contextual: true,
    pattern: /VALUES|values/,
    spans: insertedValues,
  },
];

/** The value of a name that stands in a column of its own. */
function isInColumn({ groups }: RegExpExecArray): boolean {
  return looksSpoken(groups?.['value'] ?? '', kindOfName(groups?.['name'] ?? ''));
}

/** Whether two spaces or a tab follow the name, and then a word. */
function hasColumnAfter(codes: Codes, at: number): boolean {
  let end = at + 4;
  while (end < at + 32 && isWordCode(codes[end] ?? 0)) end += 1;
  if (codes[end] === 0x3a) end += 1;
  return (
    codes[end] === 0x09 ||
    (codes[end] === 0x5c && codes[end + 1] === 0x74) ||
    (codes[end] === 0x20 && codes[end + 1] === 0x20)
  );
}

/** Whether, after the word, only what may close a cell stands before its end. */
function isCellEnd(codes: Uint8Array | Uint16Array, at: number): boolean {
  let end = at;
  while (end - at <= LONGEST_NAME && isWordCode(codes[end] ?? 0)) end += 1;
  if (end - at > LONGEST_NAME) return false;
  if (codes[end] === 0x20 && codes[end + 1] === 0x20) return true;
  while (codes[end] === 0x20 || codes[end] === 0x22 || codes[end] === 0x2a) end += 1;
  const code = codes[end] ?? 0x0a;
  return (
    code === 0x7c ||
    code === 0x2502 ||
    code === 0xe2 ||
    code === 0x2c ||
    code === 0x3b ||
    code === 0x0a ||
    code === 0x0d ||
    code === 0x5c ||
    code === 0x09
  );
}

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 0x5f;
}
