import { describe, expect, test } from 'vitest';
import { printJson } from '../../src/kernel/json-text.ts';
import { fc } from '../support/properties.ts';

describe('printed JSON', () => {
  test('escapes what a terminal may act on', () => {
    expect(printJson('a\u009b31m\u202eb\u200d\u{e0041}')).toBe('"a\\u009b31m\\u202eb\\u200d\\udb40\\udc41"');
  });

  test('escapes what nobody sees: blank letters, selectors that choose nothing, codes that are no character yet', () => {
    expect(printJson('a\u{e0101}\u3164\u2065\u{e0080}')).toBe('"a\\udb40\\udd01\\u3164\\u2065\\udb40\\udc80"');
    expect(printJson('☂\ufe0f 葛\u{e0101}')).toBe('"☂\ufe0f 葛\u{e0101}"');
  });

  test('replaces half a surrogate pair, also in a text that spells one', () => {
    expect(JSON.parse(printJson({ a: ['\ud800', '\\ud800'] }))).toEqual({ a: ['\ufffd', '\\ud800'] });
  });

  test('leaves letters of any script and whole pictures as they are', () => {
    expect(printJson('項目 é 👍')).toBe('"項目 é 👍"');
  });

  test('reads back as the value, well-formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(printJson(text))).toBe(text.toWellFormed());
        expect(printJson(text)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});
