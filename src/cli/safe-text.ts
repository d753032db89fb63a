// Everything that came from a transcript, a file name or another tool passes here before a person sees it.
import { makeBlockVisible, makeLineVisible } from '../kernel/visible-text.ts';

/** Makes untrusted text safe and puts it on one line: line breaks and tabs become single spaces. */
export const safeLine = makeLineVisible;

/** Makes untrusted text safe and keeps line feeds and tabs; CRLF becomes LF. */
export const safeBlock = makeBlockVisible;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of color.ts, and nothing else, pass.
const OWN_COLOUR = /(\u001b\[(?:1|2|22|31|32|33|36|39)m)/;

/** Makes text safe that may hold loom's own colours: the last door before a person's screen. */
export function safeScreenText(text: string): string {
  if (!text.includes('\u001b')) return safeBlock(text);
  return text
    .split(OWN_COLOUR)
    .map((part) => (OWN_COLOUR.test(part) ? part : safeBlock(part)))
    .join('');
}
