import { BLANK, STRAY_SELECTOR } from './hidden-characters.ts';
import { makeOnce } from './make-once.ts';

/**
 * Characters that a terminal or an editor may act on, or that nobody sees: DEL, C1, separators, all format characters (bidi,
 * zero width, tags), blank letters, stray selectors.
 */
const active = makeOnce(() => new RegExp(`(?!\\n)[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]|${BLANK}|${STRAY_SELECTOR}`, 'gu'));
const PLAIN = /^[\n -~]*$/;
/** How JSON prints half a surrogate pair; also fits text that spells the same, which costs a second look and changes nothing. */
const LONE_SURROGATE = /\\ud[89a-f][0-9a-f]{2}/;

function escapeUnits(character: string): string {
  let escaped = '';
  for (let unit = 0; unit < character.length; unit += 1) {
    escaped += `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}

/** JSON text with active characters escaped: the same value, safe to look at. */
export function escapeActive(json: string): string {
  return PLAIN.test(json) ? json : json.replace(active(), escapeUnits);
}

/**
 * Prints a value as JSON that is safe to look at and that every reader takes: active characters are escaped, which changes no
 * value, and half a surrogate pair, which many readers refuse, becomes U+FFFD.
 */
export function printJson(value: unknown, indent?: number): string {
  let text = JSON.stringify(value, null, indent) ?? 'null';
  if (LONE_SURROGATE.test(text)) {
    text = JSON.stringify(value, (_key, item) => (typeof item === 'string' ? item.toWellFormed() : item), indent);
  }
  return escapeActive(text);
}

const NOT_ASCII = /[^\n -~]/gu;

/**
 * Prints a changed value as JSON in the spelling of its source: a character beyond ASCII that the source only has escaped
 * stays escaped, so that nothing a screen acts on comes out of a text that had none of it.
 */
export function printLike(source: string, value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  if (PLAIN.test(json)) return json;
  return json.replace(NOT_ASCII, (character) => (source.includes(character) ? character : escapeUnits(character)));
}
