import { crc32 } from 'node:zlib';
import { makeOnce } from '../kernel/make-once.ts';

/** Loading zlib, and the streams that it brings, takes longer than summing so many bytes without it. */
const MOST_BYTES = 524_288;
/** What is so large at once is a piece of something larger. */
const LARGE_BYTES = 262_144;

let summed = 0;

const table = makeOnce(() => Int32Array.from({ length: 256 }, (_, byte) => remainderOf(byte)));

/** CRC-32 of one byte, by the polynomial that zlib uses. */
function remainderOf(byte: number): number {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xed_b8_83_20 : sum >>> 1;
  return sum;
}

function sumOf(bytes: Uint8Array): number {
  const remainders = table();
  let sum = -1;
  for (let at = 0; at < bytes.length; at += 1) {
    sum = (sum >>> 8) ^ (remainders[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  }
  return ~sum >>> 0;
}

/** CRC-32 of bytes, or of the UTF-8 bytes of a text: zlib's once a process has summed more than a little. */
export function sumBytes(content: string | Uint8Array): number {
  summed += content.length;
  if (summed > MOST_BYTES || content.length >= LARGE_BYTES) return crc32(content);
  return sumOf(typeof content === 'string' ? Buffer.from(content, 'utf8') : content);
}
