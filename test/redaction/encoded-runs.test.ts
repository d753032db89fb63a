import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnchorIndex } from '../../src/redaction/anchor-index.ts';
import { mayEncode } from '../../src/redaction/encoded-runs.ts';

const LITERALS = ['secret_', 'AKIA', 'p4ss', 'contraseña', 'key='];

function indexOf(literals: readonly string[]): AnchorIndex {
  return new AnchorIndex(
    literals.map((literal, owner) => ({ literal, owner, ignoreCase: false, notPlural: false, wordStart: false })),
  );
}

/** What {@link mayEncode} tells, by decoding every run at every phase. */
function decodesTo(text: string, index: AnchorIndex): boolean {
  const runs = text.match(/[A-Za-z0-9+/_-]{16,}/g) ?? [];
  return runs.some((run) => [0, 1, 2, 3].some((phase) => index.standsIn(Buffer.from(run.slice(phase), 'base64'))));
}

const index = indexOf(LITERALS);
const encoded = fc
  .tuple(
    fc.constantFrom(...LITERALS, 'secre_', 'AKI', ''),
    fc.uint8Array({ maxLength: 9 }),
    fc.uint8Array({ maxLength: 9 }),
    fc.constantFrom('base64' as const, 'base64url' as const),
  )
  .map(([literal, before, after, alphabet]) =>
    Buffer.concat([before, Buffer.from(literal, 'latin1'), after]).toString(alphabet),
  );
const digits = fc.string({ unit: fc.constantFrom(...'AZaz09+/-_'), maxLength: 24 });
const other = fc.string({ unit: fc.constantFrom(' ', '"', '=', '\n', '.', 'é', '→', '\u{1f511}'), maxLength: 3 });
const text = fc.array(fc.oneof(encoded, digits, other), { maxLength: 8 }).map((parts) => parts.join(''));

describe('mayEncode', () => {
  it('tells what decoding every run at every phase tells', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(mayEncode(given, index)).toBe(decodesTo(given, index));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([0, 1, 2, 3, 4, 5])('finds a literal behind %i bytes, whatever digits stand before', (before) => {
    for (const digits of ['', 'Q', 'QQ', 'QQQ']) {
      const run = Buffer.from(`${'x'.repeat(before)}secret_of_mine_and_yours`).toString('base64');
      expect(mayEncode(`"${digits}${run}"`, index)).toBe(true);
    }
  });

  it('finds one whose last bytes end the run', () => {
    for (const padding of ['', 'x', 'xx']) {
      const run = Buffer.from(`${padding}twelve bytes p4ss`).toString('base64').replace(/=+$/, '');
      expect(mayEncode(run, index)).toBe(true);
    }
  });

  it('is silent about short runs, and about what stands for nothing', () => {
    expect(mayEncode(Buffer.from('AKIA').toString('base64'), index)).toBe(false);
    expect(mayEncode('src/redaction/some/ordinary_file-name/of/many/letters.ts'.repeat(20), index)).toBe(false);
    expect(mayEncode('', index)).toBe(false);
  });
});
