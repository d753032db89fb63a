// The start reads a program as one byte a character, which is the quickest way: nothing beyond ASCII may stand in it.
// esbuild escapes strings, but leaves patterns, tagged templates and names as they are.

const BEYOND = /(\\*)([^\0-\x7f])/g;

function escapeUnit(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * The same program in ASCII. A backslash before such a character says nothing in a pattern or template and goes: left there
 * it would escape the escape.
 */
export function escapeProgram(text) {
  return text.replace(BEYOND, (_, backslashes, unit) => {
    const kept = backslashes.length % 2 === 0 ? backslashes : backslashes.slice(1);
    return `${kept}${escapeUnit(unit)}`;
  });
}
