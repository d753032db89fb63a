import { expect, it } from 'vitest';
import { answer, succeed } from '../cli/support/case-answers.ts';
import { filesHolding } from '../cli/support/case-files.ts';
import { loom, openSandbox, type Sandbox } from '../cli/support/case-sandbox.ts';
import { times } from './support/depth.ts';
import { Killer } from './support/killer.ts';

const KILLS = times(6, 12);
const ASSERTED = ['--approved-by', 'Mara', '--evidence', 'harbour log'] as const;

interface Row {
  readonly id: string;
  readonly text: string;
  readonly status: string;
}

function propose(box: Sandbox, text: string): string {
  return answer<Row>(box, ['memory', 'propose', text, '--new']).id;
}

const rows = (box: Sandbox): readonly Row[] => answer<Row[]>(box, ['memory', 'list', '--any-status']);

it('a memory forget that is killed has erased a record wholly or not at all, and the next one ends it', async () => {
  const box = openSandbox();
  const killer = new Killer(box, KILLS);
  for (let round = 1; round <= killer.wholeSpread; round += 1) {
    const text = `gauge number${round}x reads in feet`;
    const id = propose(box, text);
    succeed(box, ['memory', 'search', 'gauge', '--status', 'all', '--json']);
    await killer.run(['memory', 'forget', id, '--yes']);
    // The next process finishes an erasure that was begun.
    const [row] = rows(box).filter((one) => one.id === id);
    const isForgotten = row?.status === 'forgotten' || row === undefined;
    if (isForgotten) expect(filesHolding(box.store, `number${round}x`), `round ${round}`).toEqual([]);
    else expect(row).toMatchObject({ status: 'proposed', text });
    succeed(box, ['memory', 'forget', id, '--yes']);
    expect(filesHolding(box.store, `number${round}x`), `round ${round}`).toEqual([]);
    expect(loom(box, ['journal', 'verify']).code).toBe(0);
  }
  expect(killer.kills).toBeGreaterThan(1);
});

it('a memory accept that is killed leaves the record proposed or accepted, with all that an acceptance says', async () => {
  const box = openSandbox();
  const killer = new Killer(box, KILLS);
  for (let round = 1; round <= killer.wholeSpread; round += 1) {
    const id = propose(box, `buoy number${round}x is green`);
    await killer.run(['memory', 'accept', id, ...ASSERTED]);
    const [row] = answer<(Row & { approvedBy: string | null })[]>(box, ['memory', 'list', '--any-status']).filter(
      (one) => one.id === id,
    );
    expect([
      ['proposed', null],
      ['accepted', 'Mara'],
    ]).toContainEqual([row?.status, row?.approvedBy]);
    const again = loom(box, ['memory', 'accept', id, ...ASSERTED]);
    expect(again.code).toBe(0);
    expect(loom(box, ['journal', 'verify']).code).toBe(0);
  }
  expect(killer.kills).toBeGreaterThan(1);
});
