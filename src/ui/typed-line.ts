import { graphemes } from '../text/graphemes.ts';
import type { KeyPress } from './key-press.ts';

const MOST_CHARACTERS = 4096;

/** What a typed line is after a key; `undefined` for a key that types nothing. */
export function typeInto(value: string, press: KeyPress): string | undefined {
  switch (press.type) {
    case 'text':
      // Line breaks of pasted text part words; other controls are left out.
      return (value + press.text.replace(/[\r\n\t]+/g, ' ').replace(/\p{Cc}/gu, '')).slice(0, MOST_CHARACTERS);
    case 'backspace':
      return [...graphemes(value)].slice(0, -1).join('');
    case 'control':
      return typeControl(value, press.letter);
    default:
      return undefined;
  }
}

function typeControl(value: string, letter: string): string | undefined {
  if (letter === 'u') return '';
  if (letter === 'w') return value.trimEnd().replace(/\S+$/u, '');
  if (letter === 'h') return [...graphemes(value)].slice(0, -1).join('');
  return undefined;
}
