import { describe, expect, it } from 'vitest';
import { detectForeignEncoding, readSourceLines } from '../../src/importers/source-lines.ts';
import { fc } from '../support/properties.ts';

type Options = { offset?: number; line?: number; chunk?: number; maxLineBytes?: number };

function readAll(content: string | Uint8Array, { chunk = 1 << 20, offset = 0, line = 0, maxLineBytes }: Options = {}) {
  const source = typeof content === 'string' ? Buffer.from(content) : content;
  const read = (into: Uint8Array, position: number): number => {
    const part = source.subarray(position, position + Math.min(chunk, into.length));
    into.set(part);
    return part.length;
  };
  const lines = [];
  for (const found of readSourceLines({
    read,
    offset,
    line,
    ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
  })) {
    lines.push(found.kind === 'record' ? { ...found, bytes: Buffer.from(found.bytes).toString() } : found);
  }
  return lines;
}

const kinds = (content: string | Uint8Array, options?: Options) => readAll(content, options).map(({ kind }) => kind);
const values = (content: string | Uint8Array, options?: Options) =>
  readAll(content, options).flatMap((line) => (line.kind === 'record' ? [line.value] : []));

describe('reading the lines of a foreign file', () => {
  it('yields each object with its own bytes, its line and its place', () => {
    expect(readAll('{"a":1}\n{"b":2}\n')).toEqual([
      {
        kind: 'record',
        bytes: '{"a":1}',
        value: { a: 1 },
        sourceLine: 1,
        offset: 0,
        end: 8,
        glued: false,
        unterminated: false,
      },
      {
        kind: 'record',
        bytes: '{"b":2}',
        value: { b: 2 },
        sourceLine: 2,
        offset: 8,
        end: 16,
        glued: false,
        unterminated: false,
      },
    ]);
  });

  it('ends lines at LF alone, not at other separators of Unicode', () => {
    expect(values('{"a":"x\u2028y\u0085z"}\n')).toEqual([{ a: 'x\u2028y\u0085z' }]);
  });

  it('puts a byte order mark and carriage returns aside', () => {
    const [first, second] = readAll('\ufeff{"a":1}\r\n{"b":2}\r\n');
    expect([first, second]).toMatchObject([
      { bytes: '{"a":1}', offset: 3 },
      { bytes: '{"b":2}', end: 21 },
    ]);
  });

  it('gives slices of bytes that are copies, so that a caller can hold them', () => {
    const source = Buffer.from('{"a":1}\n{"b":2}\n');
    const held: Uint8Array[] = [];
    for (const line of readSourceLines({ read: (into, at) => source.copy(into, 0, at), offset: 0, line: 0 })) {
      if (line.kind === 'record') held.push(line.bytes.slice().fill(0));
    }
    expect(held).toHaveLength(2);
    expect(values(source)).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('tells blank lines and runs of NUL apart from damage', () => {
    expect(kinds('{"a":1}\n \t\r\n\0\0\0\n{"b":2}\n\0\0\0\0')).toEqual([
      'record',
      'blank',
      'padding',
      'record',
      'padding',
    ]);
  });

  it('reads an object that stands between runs of NUL', () => {
    expect(kinds('\0\0\0{"a":1}\n')).toEqual(['padding', 'record']);
    expect(values('{"a":1}\0\0')).toEqual([{ a: 1 }]);
  });

  it('counts a complete last line without LF, and says so', () => {
    expect(readAll('{"a":1}\n{"b":2}').at(-1)).toMatchObject({ kind: 'record', unterminated: true, end: 15 });
  });

  it('defers a last line that is cut off, also in the middle of a character', () => {
    expect(readAll('{"a":1}\n{"b":').at(-1)).toEqual({ kind: 'deferred', sourceLine: 2, offset: 8, end: 13 });
    expect(kinds(Buffer.from('{"a":"é').subarray(0, 7))).toEqual(['deferred']);
  });

  it('recovers objects glued on one line, as records of that line', () => {
    const lines = readAll('{"a":"}{"}{"b":2} {"c":3}\n{"d":4}\n');
    expect(lines.map((line) => [line.kind, line.sourceLine])).toEqual([
      ['record', 1],
      ['record', 1],
      ['record', 1],
      ['record', 2],
    ]);
    expect(lines[1]).toMatchObject({ bytes: '{"b":2}', glued: true, offset: 10, end: 17 });
    expect(lines[2]).toMatchObject({ end: 26 });
  });

  it('keeps the whole objects before a fragment, and reports the fragment', () => {
    expect(readAll('{"a":1}{"b":\n{"c":3}\n')).toMatchObject([
      { kind: 'record' },
      { kind: 'malformed', offset: 7, end: 13 },
      { sourceLine: 2 },
    ]);
    expect(kinds('{"a":1}{"b":')).toEqual(['record', 'deferred']);
  });

  it.each([
    ['no JSON', '{"type":"attachment","payl', 'not-json'],
    ['a number', '42', 'not-an-object'],
    ['a list', '[{"a":1}]', 'not-an-object'],
    ['an object followed by something else', '{"a":1} oops', 'not-json'],
    ['too much nesting', `{"a":${'['.repeat(300)}${']'.repeat(300)}}`, 'too-deep'],
  ])('reports %s as malformed and goes on', (_, line, reason) => {
    expect(readAll(`${line}\n{"a":1}\n`)).toMatchObject([
      { kind: 'malformed', reason, sourceLine: 1 },
      { kind: 'record', sourceLine: 2 },
    ]);
  });

  it('reports bytes that are no UTF-8', () => {
    const line = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}\n')]);
    expect(readAll(line)).toMatchObject([{ kind: 'malformed', reason: 'invalid-utf8' }]);
  });

  it('accepts what JSON accepts: 200 levels, brackets in strings, lone surrogates, __proto__, huge numbers', () => {
    const deep = `{"a":${'['.repeat(199)}${']'.repeat(199)}}`;
    expect(
      kinds(`${deep}\n{"a":"${'['.repeat(500)}"}\n{"a":"\\ud800","__proto__":1,"n":12345678901234567890}\n`),
    ).toEqual(['record', 'record', 'record']);
  });

  it('passes an overlong line by, whatever the chunks, and reads the next', () => {
    for (const chunk of [3, 7, 1000]) {
      const lines = readAll(`{"a":"${'x'.repeat(100)}"}\n{"b":2}\n`, { maxLineBytes: 50, chunk });
      expect(lines).toMatchObject([
        { kind: 'too-long', offset: 0, end: 109 },
        { kind: 'record', sourceLine: 2, offset: 109 },
      ]);
    }
    expect(readAll('x'.repeat(100), { maxLineBytes: 50, chunk: 9 })).toMatchObject([{ kind: 'too-long', end: 100 }]);
  });

  it('goes on where an earlier reading ended, with the right line numbers', () => {
    const content = '{"a":1}\n{"b":2}\n{"c":3}\n';
    expect(readAll(content, { offset: 16, line: 2 })).toMatchObject([
      { value: { c: 3 }, sourceLine: 3, offset: 16, end: 24 },
    ]);
  });

  it('goes on inside a line that had no LF yet', () => {
    const lines = readAll('{"a":1}\n{"b":2}\n', { offset: 7, line: 1 });
    expect(lines).toMatchObject([
      { kind: 'blank', sourceLine: 1 },
      { kind: 'record', sourceLine: 2 },
    ]);
    expect(readAll('{"a":1}{"b":2}\n', { offset: 7, line: 1 })).toMatchObject([
      { kind: 'record', sourceLine: 1, glued: true },
    ]);
  });

  it('finds the same lines whatever the size of the reads', () => {
    const piece = fc.constantFrom(
      '{"a":1}',
      '{"é":"\u2028"}',
      '\n',
      '\r\n',
      '\0',
      ' ',
      '{',
      '42',
      '{"x":"{}"}',
      '\ufeff',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (pieces, chunk) => {
        const content = pieces.join('');
        expect(readAll(content, { chunk })).toEqual(readAll(content));
      }),
    );
  });

  it('accounts for every byte, each once and in order', () => {
    const piece = fc.constantFrom('{"a":1}', '\n', '\r\n', '\0', ' ', '{"b', '42');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const content = pieces.join('');
        const ends = readAll(content).map(({ end }) => end);
        expect(ends).toEqual([...ends].sort((a, b) => a - b));
        if (content !== '') expect(ends.at(-1)).toBe(Buffer.byteLength(content));
      }),
    );
  });
});

describe('the encoding of a foreign file', () => {
  it.each([
    ['UTF-16 with a mark', Buffer.from('\ufeff{"a":1}', 'utf16le'), 'utf-16'],
    ['UTF-16 without a mark', Buffer.from('{"a":1}', 'utf16le'), 'utf-16'],
    ['a database', Buffer.from('SQLite format 3\0\x10\0\x01'), 'binary'],
    ['JSONL', Buffer.from('{"a":1}\n'), undefined],
    ['JSONL with a mark', Buffer.from('\ufeff{"a":1}\n'), undefined],
    ['JSONL after padding', Buffer.from('\0\0\0\0\0{"a":1}\n\0\0'), undefined],
    ['damaged JSONL', Buffer.from('oops\n{"a":1}\n'), undefined],
  ])('of %s is told from its first bytes', (_, head, encoding) => {
    expect(detectForeignEncoding(head)).toBe(encoding);
  });
});
