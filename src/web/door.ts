import { createHash, timingSafeEqual } from 'node:crypto';

function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** What was done, told on the next page. Kept here, so that no address can put words on a page. */
export interface Told {
  readonly text: string;
  /** What goes on from here in a terminal. */
  readonly command?: string;
  /** Event that `undo` takes back. */
  readonly undo?: string;
}

/** Who may come in: whoever has the token, once; from then on whoever has the cookie that it was exchanged for. */
export class Door {
  readonly token: string;
  /** Stands in every form that changes something. */
  readonly formToken: string;
  readonly #cookie: string;
  #isTokenSpent = false;
  #told: Told | null = null;

  constructor(secret: () => string) {
    this.token = secret();
    this.formToken = secret();
    this.#cookie = secret();
  }

  /** The cookie for the token; null for a wrong one, and for a second use. */
  exchange(token: string): string | null {
    if (!isSame(token, this.token) || this.#isTokenSpent) return null;
    this.#isTokenSpent = true;
    return this.#cookie;
  }

  admits(cookie: string | undefined): boolean {
    return this.#isTokenSpent && cookie !== undefined && isSame(cookie, this.#cookie);
  }

  isOwnForm(token: unknown): boolean {
    return typeof token === 'string' && isSame(token, this.formToken);
  }

  tell(told: Told): void {
    this.#told = told;
  }

  /** What there is to tell, once. */
  hear(): Told | null {
    const told = this.#told;
    this.#told = null;
    return told;
  }
}
