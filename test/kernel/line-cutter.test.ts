import { describe, expect, it } from 'vitest';
import { LineCutter } from '../../src/kernel/line-cutter.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('bytes that come in pieces', () => {
  it('are cut into lines, without one that is not whole', () => {
    const cutter = new LineCutter({ most: 100 });
    expect(cutter.take(bytes('one\ntw'))).toEqual(['one']);
    expect(cutter.take(bytes('o\n\nthr'))).toEqual(['two']);
    cutter.breakOff();
    expect(cutter.take(bytes('rest of another\nfour\n'))).toEqual(['four']);
  });

  it('are counted, not held, where a line is too long, and the next line is whole', () => {
    const passed: number[] = [];
    const cutter = new LineCutter({ most: 100, passedOver: (length) => passed.push(length) });
    for (let count = 0; count < 20; count += 1) expect(cutter.take(bytes('x'.repeat(60)))).toEqual([]);
    expect(cutter.take(bytes('\nfive\n'))).toEqual(['five']);
    expect(passed).toEqual([1200]);
    expect(cutter.take(bytes(`${'y'.repeat(100)}\n`))).toEqual(['y'.repeat(100)]);
  });

  it('keep a character whose bytes come apart', () => {
    const cutter = new LineCutter({ most: 100 });
    const word = bytes('Grüße\n');
    expect(cutter.take(word.subarray(0, 3))).toEqual([]);
    expect(cutter.take(word.subarray(3))).toEqual(['Grüße']);
  });
});
