import type { ReviewItem } from '../../app/review-memories.ts';
import type { Paint } from '../color.ts';
import { safeLine } from '../safe-text.ts';
import { renderMemoryRecord } from './memory-record.ts';

interface Difference {
  readonly sign: ' ' | '-' | '+';
  readonly word: string;
}

/** `table[i][j]`: how many words the texts share, in order, from word i of one and word j of the other on. */
function sharedFrom(before: readonly string[], after: readonly string[]): (i: number, j: number) => number {
  const table = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const at = (i: number, j: number): number => table[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = table[i] as number[];
      row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}

/** What becomes of the next words of both texts; `dropsOld`: more is shared when the old word goes first. */
function signOf(old: string | undefined, fresh: string | undefined, dropsOld: boolean): Difference['sign'] {
  if (fresh === undefined) return '-';
  if (old === undefined) return '+';
  if (old === fresh) return ' ';
  return dropsOld ? '-' : '+';
}

/** Words of both texts in order, those of only one of them marked. */
function diffWords(before: readonly string[], after: readonly string[]): readonly Difference[] {
  const shared = sharedFrom(before, after);
  const found: Difference[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const sign = signOf(before[i], after[j], shared(i + 1, j) >= shared(i, j + 1));
    found.push({ sign, word: (sign === '+' ? after[j] : before[i]) ?? '' });
    if (sign !== '+') i += 1;
    if (sign !== '-') j += 1;
  }
  return found;
}

const MOST_WORDS = 200;

function wordsOf(text: string): readonly string[] {
  return safeLine(text).split(/\s+/).slice(0, MOST_WORDS);
}

/** One line: `[-old-]{+new+}` for the words that differ, as `git diff --word-diff` shows them. */
export function renderWordDiff(before: string, after: string, paint: Pick<Paint, 'dim' | 'name'>): string {
  return diffWords(wordsOf(before), wordsOf(after))
    .map(({ sign, word }) =>
      sign === ' ' ? word : sign === '-' ? paint.dim(`[-${word}-]`) : paint.name(`{+${word}+}`),
    )
    .join(' ');
}

/** A proposal beside the records that it is like or disagrees with. */
export function renderReview(item: ReviewItem, place: string, paint: Pick<Paint, 'dim' | 'name'>): string {
  const { proposal, neighbours } = item;
  const near = neighbours.map(
    (other) => `like ${other.shortId} (${other.status}): ${renderWordDiff(other.text, proposal.text, paint)}`,
  );
  const lines = near.length === 0 ? [] : ['', ...near];
  return `\n${place}\n${renderMemoryRecord(proposal)}${lines.join('\n')}${near.length === 0 ? '' : '\n'}`;
}
