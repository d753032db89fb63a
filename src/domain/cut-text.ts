const JOINING = /\p{M}|\u200d|\ufe0f|[\u{1f3fb}-\u{1f3ff}]/u;

/** Whether a text may be cut before this place: not inside a pair of surrogates or before a mark that belongs to what stands before it. */
export function isCut(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const code = text.charCodeAt(at);
  if (code >= 0xdc00 && code <= 0xdfff) return false;
  return !JOINING.test(String.fromCodePoint(text.codePointAt(at) ?? 0)) && text[at - 1] !== '\u200d';
}

/** The nearest place at or before `at` where a text may be cut. */
export function cutBefore(text: string, at: number): number {
  let place = Math.min(at, text.length);
  while (place > 0 && !isCut(text, place)) place -= 1;
  return place;
}

/** The nearest place at or after `at` where a text may be cut. */
export function cutAfter(text: string, at: number): number {
  let place = Math.max(at, 0);
  while (place < text.length && !isCut(text, place)) place += 1;
  return place;
}

/** The beginning of a text, with … where something is left out. */
export function beginningOf(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, cutBefore(text, most))}…`;
}
