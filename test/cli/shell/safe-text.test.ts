import { describe, expect, it } from 'vitest';
import { safeBlock, safeLine, safeScreenText } from '../../../src/cli/safe-text.ts';
import { fc } from '../../support/properties.ts';

describe('making untrusted text safe to show', () => {
  it('names escape and control characters instead of sending them to the terminal', () => {
    expect(safeLine('a\u001b[31mred\u0007')).toBe('a␛[31mred␇');
    expect(safeLine('\u001b]0;title\u001b\\')).toBe('␛]0;title␛\\');
    expect(safeLine('csi \u009b31m del \u007f')).toBe('csi <U+009B>31m del ␡');
  });

  it('names bidi, zero-width and tag characters', () => {
    expect(safeLine('abc\u202Etxt.exe')).toBe('abc<U+202E>txt.exe');
    expect(safeLine('pa\u200Byment\uFEFF')).toBe('pa<U+200B>yment<U+FEFF>');
    expect(safeLine('hi\u{E0041}')).toBe('hi<U+E0041>');
    expect(safeLine('soft\u00ADhyphen')).toBe('soft<U+00AD>hyphen');
  });

  it('names a joiner outside an emoji and keeps it inside one', () => {
    expect(safeLine('a\u200Db')).toBe('a<U+200D>b');
    expect(safeLine('👩‍🚀 👨‍👩‍👧 👋🏽 ❤️‍🔥')).toBe('👩‍🚀 👨‍👩‍👧 👋🏽 ❤️‍🔥');
  });

  it('keeps the flag of a region and names its tags anywhere else', () => {
    const scotland = '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}';
    expect(safeLine(scotland)).toBe(scotland);
    expect(safeLine('x\u{E0067}')).toBe('x<U+E0067>');
  });

  it('names a run of variation selectors, which can carry hidden bytes', () => {
    expect(safeLine('❤️')).toBe('❤️');
    expect(safeLine('a\uFE01\uFE02')).toBe('a<U+FE01><U+FE02>');
  });

  it('puts a line on one line and leaves the lines of a block', () => {
    expect(safeLine('one\r\ntwo\tthree\u2028four')).toBe('one two three four');
    expect(safeBlock('one\r\n\ttwo\u2028\rthree')).toBe('one\n\ttwo<U+2028>␍three');
  });

  it('leaves ordinary text of any script alone', () => {
    for (const text of ['café', '日本語のタイトル', 'العربية', 'नमस्ते', 'e\u0301', '🇩🇪'])
      expect(safeLine(text)).toBe(text);
  });

  it('leaves nothing unsafe in any text, and is done after one pass', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const safe = safeLine(text);
        expect(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F]/u.test(safe)).toBe(false);
        expect(safeLine(safe)).toBe(safe);
      }),
    );
  });

  it('lets through the last door its own colours alone', () => {
    expect(safeScreenText('\u001b[31mbad\u001b[39m\n\u001b[5m\u001b[2J\u009b31m\r')).toBe(
      '\u001b[31mbad\u001b[39m\n␛[5m␛[2J<U+009B>31m␍',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the point of the test
        const rest = safeScreenText(text).replace(/\u001b\[\d+m|[\n\t]/g, '');
        expect(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F]/u.test(rest)).toBe(false);
      }),
    );
  });
});
