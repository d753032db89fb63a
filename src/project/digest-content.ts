import { hash } from 'node:crypto';

/** Keyed digest of a text, as the context has it. */
export type KeyedDigest = (text: string) => string;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Text with line feeds only and without a mark at its beginning: a checkout may have other line ends than the commit it
 * was made from, and agents tell of files without them. Bytes with a NUL are no text and stay.
 */
function plainText(bytes: Buffer): Buffer {
  const marked = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
  const text = marked ? bytes.subarray(3) : bytes;
  if (!text.includes(13)) return text;
  return text.includes(0) ? bytes : Buffer.from(text.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

/**
 * Keyed digest of a file's content: equal contents correlate, and nothing can be guessed without the key. The same text
 * with other line ends is the same content.
 */
export function digestContent(keyedDigest: KeyedDigest, content: string | Uint8Array): string {
  const bytes =
    typeof content === 'string'
      ? Buffer.from(content, 'utf8')
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return keyedDigest(`content\0${hash('sha256', plainText(bytes), 'hex')}`);
}
