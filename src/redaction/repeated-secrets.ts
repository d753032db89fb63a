import { isChosenWord } from './matched-value.ts';
import type { RankedSpan } from './ranked-spans.ts';

/** Distinct secrets whose repetitions are looked for, and how often each may be found: a search goes over the whole text. */
const MOST_SECRETS = 8;
const MOST_REPEATS = 64;
const SHORTEST = 10;
const LONGEST = 256;

/** Where else in a text the secrets stand that were found in it, without a name beside them. */
export function repeatsOf(text: string, found: readonly RankedSpan[]): readonly RankedSpan[] {
  const repeats: RankedSpan[] = [];
  const seen = new Set<string>();
  for (const span of found) {
    if (seen.size >= MOST_SECRETS) break;
    const length = span.end - span.start;
    if (length < SHORTEST || length > LONGEST) continue;
    const secret = text.slice(span.start, span.end);
    if (seen.has(secret) || !/^[\x21-\x7e]+$/.test(secret) || !isChosenWord(secret)) continue;
    seen.add(secret);
    let at = text.indexOf(secret);
    for (let count = 0; at !== -1 && count < MOST_REPEATS; count += 1) {
      if (at !== span.start) repeats.push({ ...span, start: at, end: at + length });
      at = text.indexOf(secret, at + length);
    }
  }
  return repeats;
}
