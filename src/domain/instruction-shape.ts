import { SHAPES_OF_ANY_LANGUAGE } from './instruction-shape-any.ts';
import { ASIAN_SHAPES } from './instruction-shape-asian.ts';
import { ASIAN_DECEIT_SHAPES } from './instruction-shape-deceit-asian.ts';
import { NORTHERN_DECEIT_SHAPES } from './instruction-shape-deceit-northern.ts';
import { ROMANCE_DECEIT_SHAPES } from './instruction-shape-deceit-romance.ts';
import { ENGLISH_SHAPES } from './instruction-shape-english.ts';
import { ENGLISH_DECEIT_SHAPES } from './instruction-shape-english-deceit.ts';
import { undisguise } from './instruction-shape-fold.ts';
import { FRENCH_SHAPES } from './instruction-shape-french.ts';
import { GERMAN_SHAPES } from './instruction-shape-german.ts';
import { PORTUGUESE_SHAPES } from './instruction-shape-portuguese.ts';
import type { ShapeId, ShapeRow } from './instruction-shape-row.ts';
import { RUSSIAN_SHAPES } from './instruction-shape-russian.ts';
import { SPANISH_SHAPES } from './instruction-shape-spanish.ts';
import { UNASKED_SHAPES } from './instruction-shape-unasked.ts';

/** The table of shapes: what makes a text read like an order to an agent. */
export const INSTRUCTION_SHAPES: readonly ShapeRow[] = [
  ...SHAPES_OF_ANY_LANGUAGE,
  ...ENGLISH_SHAPES,
  ...ENGLISH_DECEIT_SHAPES,
  ...GERMAN_SHAPES,
  ...FRENCH_SHAPES,
  ...SPANISH_SHAPES,
  ...PORTUGUESE_SHAPES,
  ...ASIAN_SHAPES,
  ...RUSSIAN_SHAPES,
  ...ROMANCE_DECEIT_SHAPES,
  ...NORTHERN_DECEIT_SHAPES,
  ...ASIAN_DECEIT_SHAPES,
  ...UNASKED_SHAPES,
];

/**
 * Names the shapes of orders that a text shows, each once, in the order of the table; empty for a text that only tells
 * how things are. Lookalike letters, invisible characters, fullwidth forms and letters set apart hide nothing.
 */
export function findShapes(text: string): readonly ShapeId[] {
  const { readings, turned, hidden, disguised } = undisguise(text);
  const found = new Set<ShapeId>();
  for (const { id, language, patterns } of INSTRUCTION_SHAPES) {
    if (found.has(id)) continue;
    const texts = language === 'en' ? [...readings, ...turned] : readings;
    if (patterns.some((pattern) => texts.some((reading) => pattern.test(reading)))) found.add(id);
  }
  if (hidden) found.add('hidden-text');
  if (disguised) found.add('disguised-text');
  return [...found];
}
