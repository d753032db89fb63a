import { describe, expect, it } from 'vitest';
import { quotedBehind } from '../../src/redaction/quoted-behind.ts';

const P = 'harbour-Violet-29';

/** What is found behind the name that a text begins with. */
function foundIn(text: string): string | undefined {
  const range = quotedBehind(text, 0);
  return range === undefined ? undefined : text.slice(...range);
}

describe('a value in quotes behind the name of a password', () => {
  it.each([
    `sswordInput, "${P}"`,
    `ssword') is not "${P}"`,
    `ssphrase: '${P}'`,
    `_pass", "type": "string", "value": "${P}"`,
    `"pw" => \\"${P}\\"`,
    `_pwd = \`${P}\``,
  ])('is found in %j', (text) => {
    expect(foundIn(text)).toBe(P);
  });

  it.each([
    `ssword and then, after many words that say something else, "${P}"`,
    `ssword\n"${P}"`,
    `ssword: "${P} x"`,
    `ssword: "${P}": 1`,
    'ssword: "short"',
    'ssword',
  ])('is not found in %j', (text) => {
    expect(foundIn(text)).toBeUndefined();
  });
});
