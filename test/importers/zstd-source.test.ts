import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenBytes } from '../../src/app/ports/source-reader.ts';
import { fileSourceReader } from '../../src/importers/source-reader.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { zstdFrame } from './support/zstd-frame.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loom-zstd-'));
});
afterEach(() => removeFolder(folder));

function open(bytes: Buffer, name = 'tides.jsonl.zst'): OpenBytes {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const stats = statSync(path, { bigint: true });
  const { mtimeNs, ctimeNs, dev, ino } = stats;
  const source = fileSourceReader.open({ path, size: Number(stats.size), mtimeNs, ctimeNs, dev, ino });
  if ('code' in source) throw new Error(source.message);
  return source;
}

const TEXT = Array.from({ length: 5000 }, (_, i) => `{"tide":${i},"words":"ebb and flow"}\n`).join('');

describe('a compressed source', () => {
  it('is read as the lines inside it', () => {
    const source = open(zstdFrame(TEXT));
    const lines = [...source.lines({ offset: 0, line: 0 })];
    expect(lines).toHaveLength(5000);
    expect(lines.at(-1)).toMatchObject({ kind: 'record', value: { tide: 4999 }, end: TEXT.length });
    source.close();
  });

  it('goes on from an offset inside the text, and gives the digest of the text', () => {
    const source = open(zstdFrame(TEXT));
    const plain = open(Buffer.from(TEXT), 'tides.jsonl');
    const half = TEXT.indexOf('{"tide":2500,');
    const [line] = source.lines({ offset: half, line: 2500 });
    expect(line).toMatchObject({ value: { tide: 2500 }, sourceLine: 2501 });
    expect(source.prefixDigest(TEXT.length)).toBe(plain.prefixDigest(TEXT.length));
    expect(source.prefixDigest(half)).toBe(plain.prefixDigest(half));
    source.close();
    plain.close();
  });

  it('is a problem of its own when it cannot be decompressed', () => {
    const frame = zstdFrame(TEXT);
    frame.fill(0xff, 5, 40);
    const source = open(frame);
    expect(() => [...source.lines({ offset: 0, line: 0 })]).toThrow(
      expect.objectContaining({ kind: 'problem', code: 'unreadable-content' }),
    );
    source.close();
  });
});
