/** Patterns of surroundings that may be tried for each character, over a long stretch. Ordinary text needs a twentieth of it. */
const PER_CHARACTER = 0.03;
/** What may be tried in one place beyond that. */
const MOST = 1000;
const MOST_OF_VIEW = 300;
/** A pattern of a shape costs less to try. */
const COST_OF_SHAPE = 0.2;
const STRETCH = 4096;
/** What is left behind a hidden stretch: little, for more of the same follows. */
const LEFT_BEHIND = 50;
const LONGEST_WORD = 4096;

/**
 * Bounds the work for each byte of a text. Where too much is tried, in a text that was made to be slow, nobody looks any
 * further: a stretch of it is a secret as a whole. No place is left out unseen.
 */
export class SearchCredit {
  #left: number;
  #at = 0;

  /** A view of a part of a text, of which there may be many, has less. */
  constructor(isView: boolean) {
    this.#left = isView ? MOST_OF_VIEW : MOST;
  }

  /** Whether a pattern may still be tried at a place. */
  allows(at: number, isShape: boolean): boolean {
    if (at > this.#at) {
      this.#left = Math.min(MOST, this.#left + (at - this.#at) * PER_CHARACTER);
      this.#at = at;
    }
    this.#left -= isShape ? COST_OF_SHAPE : 1;
    return this.#left >= 0;
  }

  /** Goes on behind a hidden stretch, or behind its placeholder when the text is looked at again: then as much is left as the first time. */
  leave(at: number): void {
    this.#left = LEFT_BEHIND;
    this.#at = at;
  }
}

/** End of the stretch that is hidden where the credit is used up: the end of a word. */
export function denseEnd(text: string, at: number): number {
  let end = Math.min(text.length, at + STRETCH);
  const most = Math.min(text.length, end + LONGEST_WORD);
  while (end < most && text.charCodeAt(end) > 0x20) end += 1;
  return end;
}
