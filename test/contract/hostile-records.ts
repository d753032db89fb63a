import { readFileSync, writeFileSync } from 'node:fs';
import type { Importer } from '../../src/app/ports/importer.ts';
import type { KeptRecord } from '../../src/app/ports/transcripts.ts';
import type { IsoTime } from '../../src/kernel/ids.ts';

export const AS_OF = '2026-03-02T12:00:00.000Z' as IsoTime;

/** Numbers from 0 to 1, the same ones for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function nest(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { text: value };
  return value;
}

const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  '\u202eevil\u0000',
  'x'.repeat(5000),
  [],
  {},
  [null, [], {}],
  { type: 'text', text: 7 },
  JSON.parse('{"__proto__":{"polluted":1},"constructor":null,"toString":"no"}'),
  nest(60),
];

function pick<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T;
}

/** The value with one of its parts replaced by something that should not stand there, or left out. */
export function mutateJson(value: unknown, random: () => number): unknown {
  if (random() < 0.15 || value === null || typeof value !== 'object') return pick(HOSTILE, random);
  if (Array.isArray(value)) {
    const at = Math.floor(random() * value.length);
    return value.map((item, index) => (index === at ? mutateJson(item, random) : item));
  }
  const entries = Object.entries(value);
  const at = Math.floor(random() * entries.length);
  if (random() < 0.2) return Object.fromEntries(entries.filter((_, index) => index !== at));
  return Object.fromEntries(
    entries.map(([key, member], index) => [key, index === at ? mutateJson(member, random) : member]),
  );
}

/** Changes, drops or repeats a few bytes of a file, or cuts it off. */
export function damageFile(path: string, random: () => number): void {
  const bytes = readFileSync(path);
  const at = Math.floor(random() * bytes.length);
  const length = Math.floor(random() * 40);
  const kind = Math.floor(random() * 4);
  if (kind === 0) for (let i = at; i < Math.min(at + 3, bytes.length); i += 1) bytes[i] = Math.floor(random() * 256);
  const parts = [
    [bytes],
    [bytes.subarray(0, at), bytes.subarray(at + length)],
    [bytes.subarray(0, at + length), bytes.subarray(at)],
    [bytes.subarray(0, at)],
  ][kind] as readonly Buffer[];
  writeFileSync(path, Buffer.concat(parts));
}

/** Keeps records as an import would, in order. */
export function keepAll(importer: Importer, records: readonly unknown[]): readonly KeptRecord[] {
  return records.map((record, index) => ({
    n: index + 1,
    generation: 1,
    at: importer.facts(record).at,
    agent: importer.agent,
    sourceLine: index + 1,
    record,
    subs: [],
    current: true,
  }));
}
