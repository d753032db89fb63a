import { graphemes } from './graphemes.ts';

/** Longer than any character that a person sees. */
const LONGEST_CHARACTER = 64;

/** The beginning of a text of at most `most` code units, between characters, with an ellipsis where something is left out. */
export function textBeginning(text: string, most: number): string {
  if (text.length <= most) return text;
  let kept = '';
  for (const character of graphemes(text.slice(0, most + LONGEST_CHARACTER))) {
    if (kept.length + character.length > most) break;
    kept += character;
  }
  return `${kept}…`;
}
