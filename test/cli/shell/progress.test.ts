import { describe, expect, it } from 'vitest';
import { makeProgress } from '../../../src/cli/progress.ts';

function watch(terminal: boolean) {
  let now = 0;
  const written: string[] = [];
  const progress = makeProgress({
    screen: { terminal, columns: 40 },
    clock: () => now,
    write: (text) => written.push(text),
  });
  const at = (time: number, done: number, total: number | null = 10): void => {
    now = time;
    progress.report(done, total, 'Importing');
  };
  return { at, written, progress };
}

describe('progress', () => {
  it('says nothing of work that takes less than half a second', () => {
    const { at, written, progress } = watch(true);
    at(100, 1);
    at(499, 9);
    progress.end();
    expect(written).toEqual([]);
  });

  it('is one changing line on a terminal, removed at the end', () => {
    const { at, written, progress } = watch(true);
    at(600, 3);
    at(650, 4);
    at(2000, 5);
    progress.end();
    expect(written).toEqual(['\rImporting 3/10 · 1s left\u001b[K', '\rImporting 5/10 · 2s left\u001b[K', '\r\u001b[K']);
  });

  it('is a line every ten seconds elsewhere', () => {
    const { at, written, progress } = watch(false);
    for (let second = 1; second <= 25; second += 1) at(second * 1000, second, null);
    progress.end();
    expect(written).toEqual(['Importing 10\n', 'Importing 20\n']);
  });
});
