import { makeOnce } from './make-once.ts';

const segmenter = makeOnce(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/**
 * The longest beginning of a text that has at most `most` UTF-16 units and ends between two graphemes: an emoji with its
 * joiners or a letter with its accents stays whole or is left out.
 */
export function cutAtGrapheme(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most <= 0) return '';
  // The boundary depends on what follows, and only on a little of it.
  const beginning = text.slice(0, most + 64);
  return beginning.slice(0, segmenter().segment(beginning).containing(most)?.index ?? most);
}

/** UTF-8 bytes of a text. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    // Each half of a surrogate pair stands for two of the four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}
