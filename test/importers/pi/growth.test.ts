import { describe, expect, it } from 'vitest';
import { gjcImporter } from '../../../src/importers/pi/gjc-importer.ts';
import { ompImporter } from '../../../src/importers/pi/omp-importer.ts';
import { piImporter } from '../../../src/importers/pi/pi-importer.ts';
import type { Fields } from '../support/claude-records.ts';
import { describeGrowth } from '../support/growth-suite.ts';
import {
  answer,
  ask,
  at,
  call,
  entry,
  header,
  linesOf,
  message,
  NAME,
  result,
  titleSlot,
} from '../support/pi-records.ts';
import {
  conversationOf,
  finalState,
  importPath,
  onlySession,
  openLab,
  repeatedFacts,
  writeFile,
} from '../support/source-lab.ts';

const TREE: readonly Fields[] = [
  header(),
  entry('model_change', 'a1', null, { provider: 'acme', modelId: 'tulip-5' }),
  ask('a2', 'a1', 'Sow the peas'),
  answer('a3', 'a2', [call('c1', 'bash', { command: 'sow' })]),
  result('a4', 'a3', 'c1', { isError: true }),
  answer('a5', 'a4', 'Sown 🌱'),
  ask('a6', 'a5', 'Water the leeks'),
  answer('a7', 'a6', 'Leeks are watered'),
  ask('a8', 'a5', 'Dig the beds'),
  answer('a9', 'a8', 'Dug'),
  entry('compaction', 'a10', 'a9', { summary: 'peas and beds', firstKeptEntryId: 'a8', tokensBefore: 900 }),
  ask('a11', 'a10', 'Go on'),
  answer('a12', 'a11', 'Gone on'),
];

const LINEAR: readonly Fields[] = [
  { ...header(), version: undefined },
  ...TREE.slice(2).map((record) => {
    const { id: _, parentId: __, ...rest } = record;
    return rest;
  }),
];

describeGrowth({ importer: piImporter, name: NAME, text: linesOf(TREE), dropped: [6, 7], droppedWord: 'eeks' });
describeGrowth({
  importer: ompImporter,
  name: NAME.replace('.pi', '.omp'),
  text: titleSlot('Spring beds') + linesOf(TREE),
  dropped: [7, 8],
  droppedWord: 'eeks',
});
describeGrowth({
  importer: gjcImporter,
  name: 'v1.jsonl',
  text: linesOf(LINEAR),
  dropped: [5, 6],
  droppedWord: 'eeks',
});

describe('a title that is written again in place', () => {
  it('does not make another file of it, and comes with what has grown', async () => {
    const lab = openLab(ompImporter);
    const name = NAME.replace('.pi', '.omp');
    await importPath(lab, writeFile(lab, name, titleSlot('Beds') + linesOf(TREE.slice(0, 6))));
    expect(onlySession(lab).title).toBe('Beds');
    const report = await importPath(lab, writeFile(lab, name, titleSlot('Beds and leeks', 20) + linesOf(TREE)));
    expect(report.sessions.updated).toBe(1);
    expect(report.records.read).toBe(TREE.length - 6 + 1);
    expect(onlySession(lab)).toMatchObject({ title: 'Beds and leeks', titleSource: 'ai', counts: { prompts: 4 } });
    expect(repeatedFacts(lab)).toEqual([]);
    expect(conversationOf(lab, onlySession(lab).id).repairs).toEqual([]);
  });
});

describe('a file of the first version that the agent itself brings up to date', () => {
  it('stays the same session, nothing twice', async () => {
    const lab = openLab(piImporter);
    await importPath(lab, writeFile(lab, NAME, linesOf(LINEAR)));
    const before = onlySession(lab);
    let parent: string | null = null;
    const lifted = LINEAR.slice(1).map((record, index) => {
      const id = `e${index}`;
      const entryWithId = { ...record, id, parentId: parent };
      parent = id;
      return entryWithId;
    });
    await importPath(lab, writeFile(lab, NAME, linesOf([header(), ...lifted])));
    const after = onlySession(lab);
    expect(after.counts).toEqual(before.counts);
    const { messages, branches } = conversationOf(lab, after.id);
    expect(messages).toHaveLength(11);
    expect(branches).toHaveLength(1);
    expect(finalState(lab)).toMatchObject({ repairs: [] });
  });
});

describe('what an agent of the family writes that is new', () => {
  it('is kept and counted as unknown', async () => {
    const lab = openLab(piImporter);
    const odd = { type: 'pollination', id: 'x', parentId: 'a12', timestamp: at(30) };
    const role = message('a40', 'x', { role: 'bee', content: 'buzz' });
    const report = await importPath(lab, writeFile(lab, NAME, linesOf([...TREE, odd, role])));
    expect(report.records).toMatchObject({ read: TREE.length + 2, kept: TREE.length + 2, unknown: 1 });
  });
});
