import { appendFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JournalCursor } from '../../src/app/ports/journal.ts';
import { JOURNAL_START } from '../../src/app/ports/journal.ts';
import type { storeLayout } from '../../src/journal/store-layout.ts';
import { append, renamed } from '../contract/journal-contract.ts';
import { openJournal, SOURCES, sha256, temporaryStore } from './journal-fixture.ts';

type Layout = ReturnType<typeof storeLayout>;

function segment(layout: Layout, number = 1): string {
  return join(layout.journalDir, `${String(number).padStart(6, '0')}.jsonl`);
}

/** A journal with two commits, its head and look recalled by another that counts what it hashes. */
async function recalled(): Promise<{
  layout: Layout;
  head: JournalCursor;
  journal: ReturnType<typeof openJournal>;
  hashed: () => number;
}> {
  const layout = await temporaryStore();
  const writer = openJournal(layout);
  await append(writer, renamed('gorse'));
  await append(writer, renamed('bracken'));
  let count = 0;
  const counting = (content: string | Uint8Array): Uint8Array => {
    count += 1;
    return sha256(content);
  };
  const journal = openJournal(layout, { ...SOURCES, sha256: counting });
  const head = writer.head();
  journal.recall(head, writer.look() ?? '');
  return { layout, head, journal, hashed: () => count };
}

it('while a journal looks as it is recalled, its head is known without reading a line', async () => {
  const { journal, head, hashed } = await recalled();
  expect([journal.head(), journal.holds(head), journal.distance(head)]).toEqual([head, true, 0]);
  expect(hashed()).toBe(0);
});

it('what is recalled says nothing about other places', async () => {
  const { journal, head } = await recalled();
  expect(journal.holds({ ...head, sum: 'x'.repeat(22) })).toBe(false);
  expect(journal.holds({ ...head, offset: head.offset - 1 })).toBe(false);
  expect(journal.distance(JOURNAL_START)).toBe(head.offset);
});

it('a commit of anybody ends what is recalled', async () => {
  const { layout, journal, head } = await recalled();
  const other = openJournal(layout);
  await append(other, renamed('heather'));
  expect(journal.head()).toEqual(other.head());
  expect([journal.holds(head), journal.distance(head) > 0]).toEqual([true, true]);
});

it('a byte changed in the last line ends what is recalled', async () => {
  const { layout, journal, head } = await recalled();
  const bytes = readFileSync(segment(layout));
  bytes[bytes.length - 60] = (bytes[bytes.length - 60] ?? 0) ^ 1;
  writeFileSync(segment(layout), bytes);
  utimesSync(segment(layout), 1_700_000_000, 1_700_000_000);
  expect(journal.holds(head)).toBe(false);
  expect(journal.head()).not.toEqual(head);
});

it('a torn line and a new segment end what is recalled', async () => {
  const { layout, journal, head } = await recalled();
  appendFileSync(segment(layout), '{"v":1');
  expect(journal.distance(head)).toBe(6);
  expect(journal.head()).toEqual(head);
  writeFileSync(segment(layout, 2), '');
  expect(journal.look()).not.toBeNull();
  expect(journal.head()).toEqual(head);
});

it('a journal without a line is empty, whatever files it has', async () => {
  const layout = await temporaryStore();
  const journal = openJournal(layout);
  expect(journal.isEmpty()).toBe(true);
  writeFileSync(segment(layout), '');
  expect(journal.isEmpty()).toBe(true);
  await append(journal, renamed('gorse'));
  expect(journal.isEmpty()).toBe(false);
});
