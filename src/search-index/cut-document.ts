import type { SearchDocument } from '../domain/search-document.ts';
import { indexForms, indexTerms } from '../domain/search-terms.ts';
import { placeInMinute } from './search-rows.ts';
import { encodeText } from './sqlite-text.ts';
import { sumNumber, sumText } from './text-sum.ts';

/** A document as its rows are made of it: all that follows from the document alone. */
export interface CutDocument {
  readonly kind: string;
  /** As it is stored. */
  readonly key: string;
  readonly at: string;
  readonly order: number | null;
  /** As it is stored: no lone surrogates and no NUL. */
  readonly text: string;
  /** Stands for what is searched of it. */
  readonly hash: number;
  /** What is neither searched nor looked up, as JSON. */
  readonly info: string;
  /** Stands for all that its row holds but the row's number. */
  readonly sum: number;
  /** Where in its minute it is put if that place is free: it follows from the document, so that every index agrees. */
  readonly place: number;
  readonly terms: DocumentTerms;
}

/** The words of a document, as FTS5 is given them. */
export interface DocumentTerms {
  readonly body: string;
  readonly names: string;
  readonly paths: string;
  /** Number of words in `body`. */
  readonly length: number;
}

/** Makes of a document what its rows are made of. */
export function cutDocument(document: SearchDocument): CutDocument {
  const { kind, at, order, paths } = document;
  const key = encodeText(document.key);
  const text = storedText(document.text);
  const hash = hashOf({ at, text, paths });
  const info = infoOf(document);
  const terms = documentTerms(text, paths);
  const place = placeInMinute(sumNumber(text.length, sumText(document.key, sumText(kind))), terms.length);
  return { kind, key, at, order, text, hash, info, sum: sumOf({ kind, key, order, info, hash }), place, terms };
}

/** The words of a text and of the paths that belong to it. */
export function documentTerms(text: string, paths: readonly string[]): DocumentTerms {
  return { ...indexTerms(text), paths: paths.length === 0 ? '' : paths.map(indexForms).join(' ') };
}

/** Text as SQLite gives it back: no lone surrogates and no NUL. */
function storedText(text: string): string {
  const formed = text.toWellFormed();
  return formed.includes('\0') ? formed.replaceAll('\0', '\uFFFD') : formed;
}

function infoOf({ length, paths, inherited, turn }: SearchDocument): string {
  const listed = paths.length === 0 ? '[]' : JSON.stringify(paths);
  const ended = turn === null ? 'null' : JSON.stringify(turn);
  return `{"length":${length},"paths":${listed},"inherited":${inherited},"turn":${ended}}`;
}

/** Stands for what is searched of a document. */
export function hashOf({ at, text, paths }: Pick<SearchDocument, 'at' | 'text' | 'paths'>): number {
  let sum = sumText(at, sumText(text));
  for (const path of paths) sum = sumText(path, sum);
  return sum;
}

/** What a row's check is made of besides its number; the key as it is stored. */
export type SummedRow = Pick<CutDocument, 'kind' | 'key' | 'order' | 'info' | 'hash'>;

function sumOf({ kind, key, order, info, hash }: SummedRow): number {
  return sumText(info, sumText(key, sumText(kind, sumNumber(order ?? -1, hash))));
}

/** Stands for all that a row holds. */
export function rowCheck(row: number, { sum }: Pick<CutDocument, 'sum'>): number {
  return sumNumber(row, sum);
}

/** The check that a row should have. */
export function checkOfRow(row: number, summed: SummedRow): number {
  return rowCheck(row, { sum: sumOf(summed) });
}
