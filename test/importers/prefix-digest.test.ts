import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fileSourceReader } from '../../src/importers/source-reader.ts';
import { fc } from '../support/properties.ts';

function openText(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'loom-digest-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'beds.jsonl');
  writeFileSync(path, text);
  const { size, mtimeNs, ctimeNs, dev, ino } = statSync(path, { bigint: true });
  const source = fileSourceReader.open({ path, size: Number(size), mtimeNs, ctimeNs, dev, ino });
  if ('code' in source) throw new Error(source.message);
  onTestFinished(() => source.close());
  return source;
}

const digestOf = (text: string, bytes: number): string =>
  createHash('sha256').update(Buffer.from(text).subarray(0, bytes)).digest().subarray(0, 16).toString('base64url');

const STEP = fc.oneof(
  fc.record({ kind: fc.constant('digest' as const), bytes: fc.nat(400_000) }),
  fc.record({ kind: fc.constant('lines' as const), from: fc.nat(3), count: fc.nat(12) }),
);

/** Reads some lines, and leaves the rest. */
function readSome(
  source: ReturnType<typeof openText>,
  from: { readonly offset: number; readonly line: number },
  most: number,
) {
  let left = most;
  for (const _line of source.lines(from)) if (left-- === 0) break;
}

it('the digest of a beginning is of its bytes, whatever was read of the source before', () => {
  const lengths = fc.array(fc.nat(60_000), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(lengths, fc.boolean(), fc.array(STEP, { minLength: 1, maxLength: 6 }), (beds, isTorn, steps) => {
      const lines = beds.map((length, bed) => `{"bed":${bed},"rows":"${'x'.repeat(length)}"}\n`);
      const text = `${lines.join('')}${isTorn ? '{"bed":' : ''}`;
      const source = openText(text);
      const offsetOf = (line: number): number => lines.slice(0, line).join('').length;
      for (const wish of steps) {
        if (wish.kind === 'lines') readSome(source, { offset: offsetOf(wish.from), line: wish.from }, wish.count);
        else expect(source.prefixDigest(wish.bytes)).toBe(digestOf(text, wish.bytes));
      }
      expect(source.prefixDigest(text.length)).toBe(digestOf(text, text.length));
    }),
    { numRuns: 40 },
  );
});
