/** Distinct values with their frequency, in order of first sight. */
export class Votes {
  readonly counts = new Map<string, number>();

  add(value: string | undefined): void {
    if (value !== undefined) this.counts.set(value, (this.counts.get(value) ?? 0) + 1);
  }

  /** The commonest value, the first seen among equals. */
  winner(): string | undefined {
    let best: string | undefined;
    let most = 0;
    for (const [value, count] of this.counts) {
      if (count > most) [best, most] = [value, count];
    }
    return best;
  }
}
