import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import {
  firstRowOf,
  minuteOf,
  placeAfter,
  placeInMinute,
  ROWS_A_MINUTE,
  wordsOfRow,
} from '../../src/search-index/search-rows.ts';

const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite');

function toldWords(row: number): number {
  const db = new DatabaseSync(':memory:');
  const told = db.prepare(`SELECT ${wordsOfRow('asked.id')} AS words FROM (SELECT ? AS id) asked`).get(row);
  db.close();
  return Number(told['words']);
}

describe('the row of a document', () => {
  it('tells its minute', () => {
    const first = firstRowOf('2026-03-01T10:20:59.000Z');
    expect(minuteOf(first + placeInMinute(123_456_789, 40))).toBe(minuteOf(first));
    expect(minuteOf(first)).toBe(Date.parse('2026-03-01T10:20:00.000Z') / 60_000);
  });

  it('tells about how many words it has', () => {
    const first = firstRowOf('2026-03-01T10:20:59.000Z');
    for (let words = 4; words < 1024; words += 1) {
      const told = toldWords(first + placeInMinute(words * 7919, words));
      expect(told / words, `${words} words`).toBeGreaterThan(0.79);
      expect(told / words, `${words} words`).toBeLessThan(1.21);
    }
    expect(toldWords(placeInMinute(5, 0))).toBeLessThan(5);
    expect(toldWords(placeInMinute(5, 30_000))).toBeGreaterThan(900);
  });

  it('is another one of the same minute when it is taken, each once, the first of them for the same length', () => {
    const place = placeInMinute(987_654_321, 100);
    const places = Array.from({ length: ROWS_A_MINUTE }, (_, step) => placeAfter(place, step));
    expect(new Set(places).size).toBe(ROWS_A_MINUTE);
    expect(Math.max(...places)).toBeLessThan(ROWS_A_MINUTE);
    const alike = places.slice(0, 4096).map(toldLength);
    expect(new Set(alike).size).toBe(1);
  });
});

function toldLength(place: number): number {
  return place % 16;
}
