import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { sumBytes } from '../../src/search-index/row-sum.ts';
import { fc } from '../support/properties.ts';

it('sums any text and any bytes as zlib does, however much was summed before', () => {
  const content = fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array(), fc.constant('\ud800 lone'));
  const sumsLikeZlib = fc.property(content, (each) => {
    expect(sumBytes(each)).toBe(crc32(each));
  });
  fc.assert(sumsLikeZlib);
  expect(sumBytes('m'.repeat(600_000))).toBe(crc32('m'.repeat(600_000)));
  fc.assert(sumsLikeZlib);
});
