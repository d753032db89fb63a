let segmenter: Intl.Segmenter | undefined;

/** Splits text where a person sees characters: emoji with their joiners and accents with their letters stay whole. */
export function* graphemes(text: string): Iterable<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}
