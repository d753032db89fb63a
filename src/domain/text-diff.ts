/** One line of a comparison. */
export interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Texts of more lines than this, after what both begin and end with, are shown as replaced whole. */
const MOST_LINES = 1500;
const CONTEXT = 2;

function commonStart(one: readonly string[], other: readonly string[]): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1;
  return at;
}

/** Lengths of the longest common subsequences of the rests, by place in both. */
function commonLengths(one: readonly string[], other: readonly string[]): readonly Uint32Array[] {
  const table = Array.from({ length: one.length + 1 }, () => new Uint32Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i -= 1) {
    const [row, next] = [table[i] as Uint32Array, table[i + 1] as Uint32Array];
    for (let j = other.length - 1; j >= 0; j -= 1) {
      row[j] = one[i] === other[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

const gone = (text: string): DiffLine => ({ sign: '-', text });
const come = (text: string): DiffLine => ({ sign: '+', text });
const same = (text: string): DiffLine => ({ sign: ' ', text });

interface Compared {
  readonly one: readonly string[];
  readonly other: readonly string[];
  readonly table: readonly Uint32Array[];
}

/** The next line where so many of both are told; `undefined` at the end of both. */
function nextLine({ one, other, table }: Compared, i: number, j: number): DiffLine | undefined {
  const [mine, theirs] = [one[i], other[j]];
  if (mine === undefined) return theirs === undefined ? undefined : come(theirs);
  if (theirs === undefined) return gone(mine);
  if (mine === theirs) return same(mine);
  return (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0) ? gone(mine) : come(theirs);
}

function compareMiddle(one: readonly string[], other: readonly string[]): readonly DiffLine[] {
  if (one.length > MOST_LINES || other.length > MOST_LINES) return [...one.map(gone), ...other.map(come)];
  const compared = { one, other, table: commonLengths(one, other) };
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  for (let line = nextLine(compared, i, j); line !== undefined; line = nextLine(compared, i, j)) {
    lines.push(line);
    if (line.sign !== '+') i += 1;
    if (line.sign !== '-') j += 1;
  }
  return lines;
}

/** Compares two texts line by line; line ends do not matter. */
export function diffTexts(before: string, after: string): readonly DiffLine[] {
  const [one, other] = [before, after].map((text) => text.replace(/\r?\n$/, '').split(/\r?\n/)) as [string[], string[]];
  const start = commonStart(one, other);
  const end = commonStart(one.slice(start).reverse(), other.slice(start).reverse());
  return [
    ...one.slice(0, start).map(same),
    ...compareMiddle(one.slice(start, one.length - end), other.slice(start, other.length - end)),
    ...one.slice(one.length - end).map(same),
  ];
}

/** A comparison as people read it: what changed, with two lines around it; empty when nothing did. */
export function renderDiff(lines: readonly DiffLine[]): string {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ sign }) => sign !== ' '),
  );
  const shown: string[] = [];
  for (const [at, { sign, text }] of lines.entries()) {
    if (near[at]) shown.push(`${sign} ${text}`.trimEnd());
    else if (near[at - 1] === true && near.slice(at).includes(true)) shown.push('  …');
  }
  return shown.length === 0 ? '' : `${shown.join('\n')}\n`;
}
