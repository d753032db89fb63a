import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { planOfTable } from '../../src/redaction/secret-anchors.ts';

const PLAN = /TABLE_PLAN\s*=\s*(\{offsets:.*?ends:\[[\d,e]*\]\})/s;

/** What the files of dist that pass hold of the plan. */
function plansIn(isOfProgram: (file: string) => boolean): unknown[] {
  const dist = new URL('../../dist/', import.meta.url);
  const files = readdirSync(dist).filter((name) => name.endsWith('.cjs') && isOfProgram(name));
  return files.flatMap((name) => {
    const found = PLAN.exec(readFileSync(new URL(name, dist), 'latin1'))?.[1];
    return found === undefined ? [] : [ownCopy(runInNewContext(`(${found})`))];
  });
}

/** The same value, made of the objects of this program. */
function ownCopy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

it('the program of hooks, the one of the second thread and the whole program hold the plan of the table of redaction as it is in the sources', () => {
  const plan = planOfTable();
  for (const isOfProgram of [
    (name: string) => name === 'hook.cjs',
    (name: string) => name === 'ahead.cjs',
    (name: string) => name !== 'hook.cjs' && name !== 'ahead.cjs',
  ]) {
    expect(plansIn(isOfProgram)).toEqual([plan]);
  }
});
