import { createHash } from 'node:crypto';

/** Keyed digest of a text, as the context has it. */
export type KeyedDigest = (text: string) => string;

/** Keyed digest of a file's content: equal contents correlate, and nothing can be guessed without the key. */
export function digestContent(keyedDigest: KeyedDigest, content: string | Uint8Array): string {
  return keyedDigest(`content\0${createHash('sha256').update(content).digest('hex')}`);
}
