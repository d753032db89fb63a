import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type RecordPiece, recordSource } from '../../src/importers/record-source.ts';

const FIGURES = { size: 9, mtimeNs: '1', ctimeNs: '2', inode: '3:4' };

function sourceOf(...texts: readonly string[]) {
  const pieces: readonly RecordPiece[] = texts.map((text) => ({ bytes: Buffer.from(text) }));
  return recordSource({ ...FIGURES, pieces: () => pieces });
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');
}

describe('a source of records', () => {
  it('reads as the lines that its records would be', () => {
    const lines = [...sourceOf('{"a":1}', '{"b":2}').lines({ offset: 0, line: 0 })];
    expect(lines).toMatchObject([
      { kind: 'record', value: { a: 1 }, sourceLine: 1, offset: 0, end: 8 },
      { kind: 'record', value: { b: 2 }, sourceLine: 2, offset: 8, end: 16 },
    ]);
  });

  it('goes on after what was read before', () => {
    const lines = [...sourceOf('{"a":1}', '{"b":2}').lines({ offset: 8, line: 1 })];
    expect(lines).toMatchObject([{ value: { b: 2 }, sourceLine: 2 }]);
  });

  it('has the digests of those lines, before and after it was read', () => {
    const source = sourceOf('{"a":1}', '{"b":2}');
    const expected = [digest(''), digest('{"a"'), digest('{"a":1}\n'), digest('{"a":1}\n{"b":2}\n')];
    const digests = () => [0, 4, 8, 16].map((bytes) => source.prefixDigest(bytes));
    expect(digests()).toEqual(expected);
    expect([...source.lines({ offset: 0, line: 0 })]).toHaveLength(2);
    expect(digests()).toEqual(expected);
    expect(source.prefixDigest(99)).toBe(digest('{"a":1}\n{"b":2}\n'));
  });

  it('tells what is no record and goes on', () => {
    const pieces: readonly RecordPiece[] = [
      { damage: 'gone' },
      { bytes: Buffer.from('[1]') },
      { bytes: Buffer.from('{"a":') },
      { bytes: Buffer.from('{"a":1}') },
    ];
    const lines = [...recordSource({ ...FIGURES, pieces: () => pieces }).lines({ offset: 0, line: 0 })];
    expect(lines.map((line) => ('reason' in line ? line.reason : line.kind))).toEqual([
      'gone',
      'not-an-object',
      'not-json',
      'record',
    ]);
  });
});
