import { LoomError } from '../kernel/loom-error.ts';

/** Kept lines of one transcript, numbered 1, 2, 3, … without gap. */
export interface NumberedLines {
  readonly lines: readonly string[];
  /** What each record was numbered before, in order. */
  readonly before: readonly number[];
  /** Places where the numbers were not in sequence. */
  readonly breaks: number;
}

const RECORD_HEAD = /^\{"v":1,"n":(\d{1,15}),"g":\d{1,9},/;
const GENERATION_HEAD = /^\{"v":1,"g":\d{1,9},"keeps":/;

function badLine(detail: string): LoomError {
  return new LoomError({
    kind: 'problem',
    code: 'bad-kept-line',
    message: `not a line of a kept transcript: ${detail}`,
  });
}

/** The number of a record's line; undefined for the line that begins a generation. */
function numberOf(line: string): number | undefined {
  const number = RECORD_HEAD.exec(line)?.[1];
  if (number === undefined && GENERATION_HEAD.test(line)) return undefined;
  if (number === undefined) throw badLine('it does not begin like one');
  const head = line.slice(0, line.indexOf('],"record":'));
  if (head.includes('"n":', 9)) throw badLine('it has two numbers');
  return Number(number);
}

/** Ranges of the new numbers of those records whose old numbers lie in the old ranges. */
function movedRanges(keeps: readonly (readonly [number, number])[], before: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const [index, old] of before.entries()) {
    if (!keeps.some(([from, to]) => old >= from && old <= to)) continue;
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === index) last[1] = index + 1;
    else ranges.push([index + 1, index + 1]);
  }
  return ranges;
}

function moveGeneration(line: string, before: readonly number[]): string {
  try {
    const { v, g, keeps } = JSON.parse(line) as { v: number; g: number; keeps: readonly (readonly [number, number])[] };
    return JSON.stringify({ v, g, keeps: movedRanges(keeps, before) });
  } catch {
    throw badLine('it begins no generation');
  }
}

/**
 * Numbers the records of an exported transcript anew where a line is missing or stands twice, so that what is left of it can
 * be kept. Lines in sequence stay as they are. Throws LoomError `problem`/`bad-kept-line`.
 */
export function numberKeptLines(lines: readonly string[]): NumberedLines {
  const before: number[] = [];
  let breaks = 0;
  const numbered = lines.flatMap((line, index) => {
    const number = numberOf(line);
    if (number === undefined) return breaks === 0 ? line : moveGeneration(line, before);
    if (number !== (before.at(-1) ?? 0) + 1) breaks += 1;
    if (line === lines[index - 1]) return [];
    before.push(number);
    return number === before.length ? line : line.replace(/"n":\d+/, `"n":${before.length}`);
  });
  return { lines: numbered, before, breaks };
}
