import { IndexDamaged } from './index-store.ts';
import { sumBytes } from './row-sum.ts';
import type { SqlValue } from './sqlite-file.ts';

/** One row as SQLite gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** CRC-32 over columns, each ended so that no shift between columns goes unseen. */
export function checkOf(...columns: readonly SqlValue[]): number {
  let text = '';
  for (const column of columns) text += column === null ? 'n\u0000' : `v${String(column)}\u0000`;
  return sumBytes(text.slice(0, -1));
}

/** Any text, lone surrogates and NULs included, as text that SQLite gives back unchanged. */
export function encodeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Inverse of {@link encodeText}. */
export function decodeText(stored: unknown): string {
  const text = String(stored);
  return text.includes('\\') ? JSON.parse(`"${text}"`) : text;
}

/** Throws IndexDamaged unless the row's `check` fits its other columns. */
export function verify(row: Row, what: string, ...columns: readonly unknown[]): void {
  if (checkOf(...(columns as SqlValue[])) !== row['check']) throw new IndexDamaged(`a ${what} fails its check`);
}
