import { isChosenWord } from './matched-value.ts';
import type { RankedSpan } from './ranked-spans.ts';

/** Distinct secrets whose repetitions are looked for, and how often each may be found: a search goes over the whole text. */
const MOST_SECRETS = 8;
const MOST_REPEATS = 64;
const SHORTEST = 10;
const LONGEST = 256;

/** A secret that is no word, of a length that no other text has by chance. */
function isUnmistakable(secret: string): boolean {
  if (secret.length < SHORTEST || secret.length > LONGEST) return false;
  return /^[\x21-\x7e]+$/.test(secret) && isChosenWord(secret);
}

function placesOf(text: string, secret: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) {
    places.push(at);
    if (places.length >= MOST_REPEATS) break;
  }
  return places;
}

/** Where else in a text the secrets stand that were found in it, without a name beside them. */
export function repeatsOf(text: string, found: readonly RankedSpan[]): readonly RankedSpan[] {
  const first = new Map<string, RankedSpan>();
  for (const span of found) {
    if (first.size >= MOST_SECRETS) break;
    if (span.end - span.start > LONGEST) continue;
    const secret = text.slice(span.start, span.end);
    if (isUnmistakable(secret) && !first.has(secret)) first.set(secret, span);
  }
  return [...first].flatMap(([secret, span]) =>
    placesOf(text, secret).map((start) => ({ ...span, start, end: start + secret.length })),
  );
}
