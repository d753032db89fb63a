import { describe, expect, it } from 'vitest';
import { makeLineVisible } from '../../src/kernel/visible-text.ts';

/** One byte a letter, as text that is sent past a reader carries it. */
function carrying(bytes: readonly number[]): string {
  return bytes.map((byte, at) => `${'tide'.charAt(at % 4)}${String.fromCodePoint(0xe0100 + byte)}`).join('');
}

describe('text that is made visible', () => {
  it('shows bytes that selectors carry, each behind a letter of its own', () => {
    expect(makeLineVisible(carrying([1, 2]))).toBe('t<U+E0101>i<U+E0102>');
    expect(makeLineVisible('a\ufe0f b\u180b c\ufe05')).toBe('a<U+FE0F> b<U+180B> c<U+FE05>');
    expect(makeLineVisible('葛\u{e0101}\u{e0102}')).toBe('葛<U+E0101><U+E0102>');
  });

  it('keeps a selector where a character has forms to choose from', () => {
    for (const honest of [
      '☂\ufe0f',
      '5\ufe0f\u20e3',
      '葛\u{e0101}',
      '🕵\ufe0f\u200d♀\ufe0f',
      '≨\ufe00',
      'ᠠ\u180b',
      '‼\ufe0e',
    ])
      expect(makeLineVisible(honest)).toBe(honest);
  });

  it('takes no character for harmless at a glance that is made visible when it is looked at', () => {
    for (let code = 0x20; code < 0x3000; code += 1) {
      const character = String.fromCharCode(code);
      // With a character beside it that is never harmless at a glance, each is looked at.
      expect(`${makeLineVisible(character)}☂`, code.toString(16)).toBe(makeLineVisible(`${character}☂`));
    }
  });

  it('shows codes that are no character yet and letters that look like nothing', () => {
    expect(makeLineVisible('a\u2065b\ufff0c\u{e0080}d\u3164e\u034ff')).toBe(
      'a<U+2065>b<U+FFF0>c<U+E0080>d<U+3164>e<U+034F>f',
    );
  });
});
