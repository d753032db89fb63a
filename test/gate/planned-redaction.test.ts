import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { planOfTable } from '../../src/redaction/secret-spans.ts';

const PLAN = /TABLE_PLAN\s*=\s*\{offsets:(\[[\d,e]*\]),buckets:(\[[\d,e]*\])\}/;

/** What the files of dist that pass hold of the plan. */
function plansIn(isOfProgram: (file: string) => boolean): unknown[] {
  const dist = new URL('../../dist/', import.meta.url);
  const files = readdirSync(dist).filter((name) => name.endsWith('.cjs') && isOfProgram(name));
  return files.flatMap((name) => {
    const [found, offsets, buckets] = PLAN.exec(readFileSync(new URL(name, dist), 'latin1')) ?? [];
    return found === undefined ? [] : [{ offsets: JSON.parse(offsets ?? ''), buckets: JSON.parse(buckets ?? '') }];
  });
}

it('the program of hooks and the whole program hold the plan of the table of redaction as it is in the sources', () => {
  expect(plansIn((name) => name === 'hook.cjs')).toEqual([planOfTable()]);
  expect(plansIn((name) => name !== 'hook.cjs')).toEqual([planOfTable()]);
});
