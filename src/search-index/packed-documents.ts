import type { CutDocument } from './cut-document.ts';

/** Cut documents as another thread hands them over: long lists of numbers and texts are copied in less time than objects. */
export interface PackedDocuments {
  readonly numbers: Float64Array;
  readonly texts: readonly string[];
}

const NUMBERS = 5;
const TEXTS = 8;

/** Inverse of {@link unpackDocuments}. */
export function packDocuments(documents: readonly CutDocument[]): PackedDocuments {
  const numbers = new Float64Array(documents.length * NUMBERS);
  const texts: string[] = [];
  documents.forEach(({ order, hash, sum, place, kind, key, at, text, info, terms }, index) => {
    const { body, names, paths, length } = terms;
    numbers.set([order ?? -1, hash, sum, place, length], index * NUMBERS);
    texts.push(kind, key, at, text, info, body, names, paths);
  });
  return { numbers, texts };
}

/** The documents that were packed, in their order. */
export function unpackDocuments({ numbers, texts }: PackedDocuments): readonly CutDocument[] {
  return Array.from({ length: texts.length / TEXTS }, (_, index) => {
    const number = (place: number) => numbers[index * NUMBERS + place] as number;
    const text = (place: number) => texts[index * TEXTS + place] as string;
    const order = number(0) === -1 ? null : number(0);
    const [hash, sum, place] = [number(1), number(2), number(3)];
    const terms = { body: text(5), names: text(6), paths: text(7), length: number(4) };
    return { kind: text(0), key: text(1), at: text(2), order, text: text(3), hash, info: text(4), sum, place, terms };
  });
}
