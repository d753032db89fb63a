import { describe, expect, it } from 'vitest';
import { RULE_TABLE } from '../../src/redaction/rule-table.ts';
import { secretAnchors } from '../../src/redaction/secret-anchors.ts';
import type { SecretRule } from '../../src/redaction/secret-rule.ts';
import { LineScreen } from '../../src/transcripts/plain-line.ts';
import { fc } from '../support/properties.ts';

const screen = new LineScreen(secretAnchors());

/** Each anchor of a rule in each of its spellings, at several places of a line. */
function linesWith({ anchors, ignoreCase }: SecretRule): string[] {
  const texts = anchors.map((literal) => literal.replaceAll('\0', '1'));
  const spellings = ignoreCase === true ? texts.flatMap((text) => [text.toLowerCase(), text.toUpperCase()]) : texts;
  return spellings.flatMap((text) =>
    ['', ' ', ' = "x1"', '  tail'].flatMap((end) => [`  ${text}${end}`, `   ${text}${end}`]),
  );
}

/** Whether an anchor stands in bytes, each of them a character. */
function holdsAnchor(bytes: Buffer): boolean {
  let isFound = false;
  const found = () => {
    isFound = true;
    return -1;
  };
  secretAnchors().scan(bytes.toString('latin1'), { found });
  return isFound;
}

describe('the screening of a line', () => {
  it('looks wherever an anchor occurs, at even and at odd places, inside a text and at its end', () => {
    const lines = RULE_TABLE.flatMap(linesWith);
    const found = lines.filter((line) => holdsAnchor(Buffer.from(line)));
    expect(found.length).toBeGreaterThan(1000);
    expect(found.filter((line) => screen.look(Buffer.from(line)) !== 'look')).toEqual([]);
  });

  it('looks wherever the redactor would, whatever pieces of anchors a line is made of', () => {
    const literals = secretAnchors().anchors.map(({ literal }) => literal.replaceAll('\0', '1'));
    const piece = fc
      .tuple(fc.constantFrom(...literals), fc.nat(6), fc.nat(6), fc.boolean())
      .map(([literal, from, cut, upper]) => {
        const part = literal.slice(from % literal.length, literal.length - (cut > 3 ? cut - 3 : 0));
        return upper ? part.toUpperCase() : part;
      });
    const joint = fc.constantFrom('', ' ', 's', '"', ': ', 'é', '\\n');
    const line = fc.array(fc.tuple(piece, joint), { minLength: 1, maxLength: 6 }).map((parts) => parts.flat().join(''));
    let found = 0;
    fc.assert(
      fc.property(line, (text) => {
        const bytes = Buffer.from(text);
        if (!holdsAnchor(bytes)) return;
        found += 1;
        expect(screen.look(bytes)).toBe('look');
      }),
      { numRuns: 5000 },
    );
    expect(found).toBeGreaterThan(1000);
  });

  it('looks where text in base64 begins, or a string is long, or a control character stands', () => {
    const encoded = Buffer.from('the heather moor is wide').toString('base64');
    for (const space of ['', ' ']) {
      expect(screen.look(Buffer.from(`${space}{"a":"${encoded}"}`))).toBe('look');
      expect(screen.look(Buffer.from(`${space}{"a":"${'moor '.repeat(20_000)}"}`))).toBe('look');
      expect(screen.look(Buffer.from(`${space}{"a":\n1}`))).toBe('look');
      expect(screen.look(Buffer.from(`${space}{"a":"${'moor '.repeat(2000)}"}`))).toBe('plain');
    }
  });

  it('says of a line that may be too deep that it is otherwise plain', () => {
    expect(screen.look(Buffer.from(`${'['.repeat(300)}${']'.repeat(300)}`))).toBe('many-brackets');
  });
});
