/** What is done in a search, by about how long it takes: one for what matches a pattern and has to be judged. */
export const COST = {
  match: 1,
  surroundings: 0.35,
  shape: 0.4,
  probe: 0.1,
  farProbe: 1,
  view: 0.3,
  text: 0.5,
} as const;
/** What may be spent for each character, over a long stretch. Ordinary text needs a tenth of it. */
const PER_CHARACTER = 0.01;
/** What may be spent in one place beyond that. */
const MOST = 1500;
/** A whole text that is read in another way has less. */
const SHARE_OF_VIEW = 0.25;
/** The first stretch that is hidden; each that follows close behind is twice as long as the one before. */
const STRETCH = 4096;
const LONGEST_STRETCH = 32 * 1024;
/** What is left behind a hidden stretch: little, for more of the same follows. */
const LEFT_BEHIND = 25;
const LONGEST_WORD = 4096;
/** However much was asked for in vain, ordinary text earns it back soon. */
const MOST_OWED = -10;

/**
 * Bounds the work for each byte of a text. Where too much is tried, in a text that was made to be slow, nobody looks any
 * further: a stretch of it is a secret as a whole. No place is left out unseen.
 */
export class SearchCredit {
  readonly #most: number;
  readonly #perCharacter: number;
  #left: number;
  #at = 0;
  #stretch = STRETCH;

  /** Of a text, or of a whole text as it reads in another way. */
  constructor(isView = false) {
    const share = isView ? SHARE_OF_VIEW : 1;
    this.#most = MOST * share;
    this.#perCharacter = PER_CHARACTER * share;
    this.#left = this.#most;
  }

  /** Whether something of a cost may still be done at a place. What a view of a part of the text does, it does at the place of the part. */
  allows(at: number, cost: number): boolean {
    if (at > this.#at) {
      this.#left = Math.min(this.#most, this.#left + (at - this.#at) * this.#perCharacter);
      this.#at = at;
      if (this.#left === this.#most) this.#stretch = STRETCH;
    }
    this.spend(cost);
    return this.#left >= 0;
  }

  /** Whether nothing more is allowed at the place of the last question. */
  get isSpent(): boolean {
    return this.#left < 0;
  }

  /** Takes off what something that was allowed cost besides. */
  spend(cost: number): void {
    this.#left = Math.max(MOST_OWED, this.#left - cost);
  }

  /** Goes on behind the placeholder of a hidden stretch, when the text is looked at again: as much is left as the first time. */
  leave(at: number): void {
    this.#left = Math.max(this.#left, LEFT_BEHIND);
    this.#at = Math.max(this.#at, at);
  }

  /** End of the stretch that is hidden where the credit is used up: the end of a word. The search goes on behind it. */
  hideFrom(text: string, at: number): number {
    let end = Math.min(text.length, at + this.#stretch);
    const most = Math.min(text.length, end + LONGEST_WORD);
    while (end < most && text.charCodeAt(end) > 0x20) end += 1;
    this.#stretch = Math.min(LONGEST_STRETCH, 2 * this.#stretch);
    this.#left = LEFT_BEHIND;
    this.#at = Math.max(this.#at, end);
    return end;
  }
}

/** What a search asks for before it does anything. */
export type Credit = Pick<SearchCredit, 'allows' | 'spend' | 'isSpent' | 'leave' | 'hideFrom'>;

/** The credit of a text for a view of a part of it. Where it is used up the rest of the view is hidden, and the text goes on behind a stretch of its own. */
export function creditOfPart(credit: Credit): Credit {
  return {
    allows: (_, cost) => credit.allows(0, cost),
    spend: (cost) => credit.spend(cost),
    get isSpent() {
      return credit.isSpent;
    },
    leave: () => undefined,
    hideFrom: (text) => text.length,
  };
}
