import type { NativeChange, NativeChangeCode } from '../app/ports/native-writer.ts';

/** Counts what a copy lacks, by kind. */
export class NativeChangeTally {
  readonly #counts = new Map<NativeChangeCode, number>();

  add(code: NativeChangeCode, count = 1): void {
    if (count > 0) this.#counts.set(code, (this.#counts.get(code) ?? 0) + count);
  }

  list(): readonly NativeChange[] {
    return [...this.#counts].map(([code, count]) => ({ code, count }));
  }
}
