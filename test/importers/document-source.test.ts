import { describe, expect, it } from 'vitest';
import { cutDocument, isDocument } from '../../src/importers/document-source.ts';
import { minifyJson } from '../../src/importers/json-cut.ts';

function cut(text: string, split?: (item: Uint8Array) => Iterable<Uint8Array>): readonly string[] {
  const shape = { lists: ['messages'], ...(split === undefined ? {} : { split }) };
  return Array.from(cutDocument(Buffer.from(text), shape), (piece) =>
    'bytes' in piece ? Buffer.from(piece.bytes).toString() : `damage: ${piece.damage}`,
  );
}

const isOne = (text: string): boolean => isDocument(Buffer.from(text), ['messages']);

describe('a document that is cut into records', () => {
  it('gives the items of its list in order, and last what is left of it', () => {
    const text = JSON.stringify({ id: 's', messages: [{ a: 1 }, { b: [2, 3] }], at: 7 }, null, 2);
    expect(cut(text)).toEqual(['{"a":1}', '{"b":[2,3]}', '{"id":"s","messages":[],"at":7}']);
  });

  it('keeps numbers, escapes, order and repeated keys as they were written', () => {
    const text = '{ "messages" : [ { "n" : 12345678901234567890, "f": 1.50e+2, "n": "\\u00e9 \\" {" } ], "z": 0.10 }';
    expect(cut(text)).toEqual([
      '{"n":12345678901234567890,"f":1.50e+2,"n":"\\u00e9 \\" {"}',
      '{"messages":[],"z":0.10}',
    ]);
  });

  it('gives the items of a list that is the whole document', () => {
    expect(cut('[ {"a":1}, {"b":2} ]')).toEqual(['{"a":1}', '{"b":2}']);
  });

  it('takes a list of another name, and one that is no list, as part of what is left', () => {
    expect(cut('{"others":[{"a":1}]}')).toEqual(['{"others":[{"a":1}]}']);
    expect(cut('{"messages":{"a":1}}')).toEqual(['{"messages":{"a":1}}']);
  });

  it('gives what is whole of a document that breaks off, and says so once', () => {
    expect(cut('{"id":"s","messages":[{"a":1},{"b":')).toEqual([
      '{"a":1}',
      'damage: the document breaks off',
      '{"id":"s","messages":[]}',
    ]);
    expect(cut('{"id":"s","at":')).toEqual(['damage: the document breaks off', '{"id":"s"}']);
    expect(cut('{')).toEqual(['damage: not-json']);
  });

  it('cuts items further when asked to', () => {
    const halves = (item: Uint8Array) => [item.subarray(0, 1), item.subarray(1)];
    expect(cut('{"messages":[{"a":1}]}', halves)).toEqual(['{', '"a":1}', '{"messages":[]}']);
  });

  it('begins after a byte order mark', () => {
    expect(cut('\ufeff{"messages":[{"a":1}]}')).toEqual(['{"a":1}', '{"messages":[]}']);
  });
});

describe('what tells a document from lines', () => {
  it.each([
    ['an object over several lines', '{\n  "a": 1\n}\n', true],
    ['a list', '[{"a":1}]', true],
    ['one line with a list of messages', '{"id":"s","messages":[]}\n', true],
    ['a pretty object that breaks off', '{\n  "a": {', true],
    ['one line without such a list', '{"a":1}\n', false],
    ['several lines', '{"a":1}\n{"messages":[]}\n', false],
    ['a first line with such a list, and another', '{"messages":[]}\n{"a":1}\n', false],
    ['a torn line before a whole one', '{"a":"torn\n{"a":1}\n', false],
    ['no JSON', 'hello', false],
    ['nothing', '', false],
  ])('%s', (_, text, expected) => {
    expect(isOne(text)).toBe(expected);
  });
});

describe('white space between tokens', () => {
  it('goes, and what JSON.parse reads stays the same', () => {
    const value = { a: [1, { b: ' \n\t"\\ ' }, null], ' c ': true };
    for (const indent of [0, 1, '\t']) {
      const bytes = Buffer.from(JSON.stringify(value, null, indent));
      expect(Buffer.from(minifyJson(bytes, 0, bytes.length)).toString()).toBe(JSON.stringify(value));
    }
  });
});
