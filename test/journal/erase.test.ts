import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EraseRequest } from '../../src/app/ports/journal.ts';
import { beginPurge } from '../../src/journal/purge.ts';
import { repairJournal } from '../../src/journal/repair.ts';
import type { StoreLayout } from '../../src/journal/store-layout.ts';
import { segmentFile } from '../../src/journal/store-layout.ts';
import { verifyStore } from '../../src/journal/verify.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { STORE_STREAM } from '../../src/kernel/ids.ts';
import { append, HEATHER, MOOR, renamed, titles } from '../contract/journal-contract.ts';
import { PATIENCE } from '../support/patience.ts';
import { openJournal, SOURCES, sha256, temporaryStore } from './journal-fixture.ts';

const CANARY = 'wintergreen';

function erasure(sessions: readonly SessionId[] = [HEATHER]): EraseRequest {
  const intent = { ...renamed(''), stream: STORE_STREAM, type: 'purge.intended', data: { sessions } } as const;
  const done = sessions.map(
    (session) => ({ ...renamed('', session), type: 'session.purged', data: { lines: 1, bytes: 1 } }) as const,
  );
  return { sessions, intent, done, unlink: () => undefined };
}

/** Files of the store that hold the canary. */
function filesWithCanary(layout: StoreLayout): string[] {
  const files = readdirSync(layout.home, { recursive: true, encoding: 'utf8' }).map((name) => join(layout.home, name));
  return files.filter((path) => statSync(path).isFile() && readFileSync(path).includes(CANARY));
}

describe('erasing sessions', () => {
  it('leaves no trace of their text, in damaged lines, torn tails, quarantine and leftovers neither', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout, { rotateAt: 1500 });
    for (let i = 0; i < 8; i += 1) await append(journal, renamed(`${CANARY} ${i}`), renamed(`moor ${i}`, MOOR));
    const first = segmentFile(layout, 1);
    writeFileSync(first, readFileSync(first, 'utf8').replace(`${CANARY} 0`, `${CANARY} !`));
    await repairJournal({ ...SOURCES, layout, rotateAt: 1500 });
    writeFileSync(first, readFileSync(first, 'utf8').replace(`${CANARY} 1`, `${CANARY} ?`));
    writeFileSync(`${first}.tmp`, readFileSync(first));
    const newest = readdirSync(layout.journalDir).filter((name) => name.endsWith('.jsonl')).length;
    appendFileSync(segmentFile(layout, newest), `{"v":1,"title":"${CANARY}`);
    expect(filesWithCanary(layout).length).toBeGreaterThan(3);

    await journal.erase(erasure());
    expect(filesWithCanary(layout)).toEqual([]);
    expect(titles(journal).filter((title) => title !== null)).toEqual(Array.from({ length: 8 }, (_, i) => `moor ${i}`));
    const report = await verifyStore({ layout, sha256 });
    expect(report.errors, JSON.stringify(report.findings)).toBe(0);
  });

  it('moves no line, in no segment', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout, { rotateAt: 1500 });
    for (let i = 0; i < 8; i += 1) await append(journal, renamed(`${CANARY} ${i}`), renamed(`moor ${i}`, MOOR));
    const before = [...journal.read()].map((entry) => entry.place);
    await journal.erase(erasure());
    const after = [...journal.read()].map((entry) => entry.place);
    expect(after.slice(0, before.length)).toEqual(before);
  });

  it('takes more sessions than one commit has room for', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout);
    const sessions = Array.from({ length: 300 }, (_, i) => String(i).padStart(16, '0') as SessionId);
    for (let from = 0; from < 300; from += 100) {
      await append(journal, ...sessions.slice(from, from + 100).map((session) => renamed(CANARY, session)));
    }
    const events = await journal.erase(erasure(sessions));
    expect(events).toHaveLength(301);
    expect(filesWithCanary(layout)).toEqual([]);
  });

  it('that was begun is finished before anything else is written', async () => {
    const layout = await temporaryStore();
    await append(openJournal(layout), renamed(CANARY));
    const { sessions, intent, done } = erasure();
    beginPurge(layout, { sessions, intent, done });
    await expect(append(openJournal(layout), renamed('later', MOOR))).rejects.toMatchObject({
      kind: 'busy',
      code: 'purge-pending',
    });
    expect((await verifyStore({ layout, sha256 })).findings.map((finding) => finding.code)).toEqual(['purge-pending']);

    const unlinked: unknown[] = [];
    const journal = openJournal(layout, { unlinkErased: (erased) => void unlinked.push(erased) });
    const since = journal.head();
    const outcome = await journal.commit({
      since,
      decide: () => ({ kind: 'append', drafts: [renamed('later', MOOR)] }),
      wait: PATIENCE,
    });
    // What the decision was prepared from is gone.
    expect(outcome.kind).toBe('behind');
    await append(journal, renamed('later', MOOR));
    expect(unlinked).toEqual([[HEATHER]]);
    expect(existsSync(layout.purgeIntentFile)).toBe(false);
    expect(titles(journal)).toEqual([null, 'later']);
    expect(filesWithCanary(layout)).toEqual([]);
  });

  it('does not happen twice when it is asked for again', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout);
    await append(journal, renamed(CANARY));
    await journal.erase(erasure());
    const first = readFileSync(segmentFile(layout, 1));
    await journal.erase(erasure());
    expect(readFileSync(segmentFile(layout, 1))).toEqual(first);
    const purged = [...journal.read()].filter(
      (entry) => entry.kind === 'event' && entry.event.type === 'session.purged',
    );
    expect(purged.map((entry) => entry.kind === 'event' && entry.event.data)).toEqual([
      { lines: 1, bytes: 1 },
      { lines: 1, bytes: 1 },
    ]);
  });

  it('does not stumble over an intent file that says nothing', async () => {
    const layout = await temporaryStore();
    writeFileSync(layout.purgeIntentFile, '{', { mode: 0o600 });
    mkdirSync(join(layout.quarantineDir, 'x'), { mode: 0o700 });
    const journal = openJournal(layout, { unlinkErased: () => undefined });
    await expect(append(journal, renamed('later'))).rejects.toMatchObject({
      kind: 'problem',
      code: 'purge-intent-damaged',
    });
  });
});
