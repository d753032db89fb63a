import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../../src/events/envelope.ts';
import { unlinkCopies } from '../../src/journal/erase.ts';
import { repairJournal } from '../../src/journal/repair.ts';
import { planRepair } from '../../src/journal/repair-plan.ts';
import type { StoreLayout } from '../../src/journal/store-layout.ts';
import { verifyStore } from '../../src/journal/verify.ts';
import { tryWriterLock } from '../../src/journal/writer-lock.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { STORE_STREAM } from '../../src/kernel/ids.ts';
import { append, HEATHER, MOOR, renamed } from '../contract/journal-contract.ts';
import { openJournal, SOURCES, sha256, temporaryStore } from './journal-fixture.ts';

const BLOB = 'a'.repeat(64);

function synced(keptLength: number, session: SessionId): EventDraft {
  const tally = { read: 1, kept: 1, skipped: 0, malformed: 0, recovered: 0, unknown: 0 };
  const source = { path: '/moor/heather.jsonl', offset: 9, size: 9, prefixDigest: 'AAAAAAAAAAAAAAAAAAAAAA' };
  const data = { source, keptLength, lines: 1, generation: 1, tally };
  return { ...renamed('', session), type: 'transcript.synced', data };
}

function put(path: string, text = 'ten bytes\n'): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
}

function transcript(layout: StoreLayout, session: SessionId): string {
  return join(layout.transcriptsDir, session.slice(0, 2), `${session}.jsonl`);
}

/** Two sessions with transcript and blob, as the journal names them. */
async function filledStore(): Promise<StoreLayout> {
  const layout = await temporaryStore();
  for (const session of [HEATHER, MOOR]) {
    put(transcript(layout, session));
    put(join(layout.blobsDir, session, BLOB));
  }
  await append(openJournal(layout, { rotateAt: 100 }), synced(10, HEATHER));
  await append(openJournal(layout, { rotateAt: 100 }), synced(10, MOOR));
  return layout;
}

async function found(layout: StoreLayout): Promise<string[]> {
  const { findings } = await verifyStore({ layout, sha256 });
  return findings.map(({ severity, code, file }) => `${severity} ${code} ${file}`);
}

describe('verifying what is kept beside the journal', () => {
  it('finds nothing where every file is named', async () => {
    expect(await found(await filledStore())).toEqual([]);
  });

  it('reports what a lost last segment named', async () => {
    const layout = await filledStore();
    rmSync(join(layout.journalDir, '000002.jsonl'));
    expect(await found(layout)).toEqual([
      `error orphan-transcript transcripts/b5/${MOOR}.jsonl`,
      `error orphan-blobs blobs/${MOOR}`,
    ]);
  });

  it('warns of blobs that no event names: they are written before it, and tell of no lost line', async () => {
    const layout = await filledStore();
    const killed = 'a1b2c3d4e5f6g7h8' as SessionId;
    put(join(layout.blobsDir, killed, BLOB));
    expect(await found(layout)).toEqual([`warning orphan-blobs blobs/${killed}`]);
  });

  it.each(['the folder', 'its segments'])('reports a journal that is gone (%s)', async (what) => {
    const layout = await filledStore();
    rmSync(layout.journalDir, { recursive: true });
    if (what === 'its segments') mkdirSync(layout.journalDir, { mode: 0o700 });
    expect(await found(layout)).toEqual([
      'error missing-journal journal',
      `error orphan-transcript transcripts/7k/${HEATHER}.jsonl`,
      `error orphan-transcript transcripts/b5/${MOOR}.jsonl`,
      `error orphan-blobs blobs/${HEATHER}`,
      `error orphan-blobs blobs/${MOOR}`,
    ]);
  });

  it('reports a journal that is gone where only an index tells of it', async () => {
    const layout = await temporaryStore();
    expect(await found(layout)).toEqual([]);
    put(join(layout.indexDir, 'current'));
    expect(await found(layout)).toEqual(['error missing-journal journal']);
  });

  it('misses no journal where the first import was killed before its first commit', async () => {
    const layout = await temporaryStore();
    put(join(layout.transcriptsDir, 'b5', `${MOOR}.17-0123456789ab.part`));
    mkdirSync(join(layout.blobsDir, MOOR), { mode: 0o700 });
    expect(await found(layout)).toEqual([`info leftover transcripts/b5/${MOOR}.17-0123456789ab.part`]);
  });

  it('reports what a purge should have removed', async () => {
    const layout = await filledStore();
    await append(openJournal(layout), { ...renamed('', MOOR), type: 'session.purged', data: { lines: 1, bytes: 10 } });
    expect(await found(layout)).toEqual([
      `error purged-transcript transcripts/b5/${MOOR}.jsonl`,
      `error purged-blobs blobs/${MOOR}`,
    ]);
  });

  it('warns of bytes after the named length, and counts parts and strangers', async () => {
    const layout = await filledStore();
    put(transcript(layout, MOOR), 'ten bytes\nand more\n');
    put(join(layout.transcriptsDir, 'b5', `${MOOR}.17-0123456789ab.part`));
    put(join(layout.blobsDir, MOOR, `${BLOB}.17-0123456789ab.part`));
    put(join(layout.transcriptsDir, 'b5', 'notes.txt'));
    expect((await found(layout)).sort()).toEqual([
      `info leftover blobs/${MOOR}/${BLOB}.17-0123456789ab.part`,
      `info leftover transcripts/b5/${MOOR}.17-0123456789ab.part`,
      'warning foreign-file transcripts/b5/notes.txt',
      `warning unnamed-bytes transcripts/b5/${MOOR}.jsonl`,
    ]);
  });

  it('waits for a writer that put a file in place and has not named it yet', async () => {
    const layout = await filledStore();
    const late = '9d9d9d9d9d9d9d9d' as SessionId;
    const lock = tryWriterLock(layout.lockFile);
    put(transcript(layout, late));
    setTimeout(() => {
      lock?.release();
      void append(openJournal(layout), synced(10, late));
    }, 50);
    expect(await found(layout)).toEqual([]);
  });
});

describe('repairing what is kept beside the journal', () => {
  const KILLED = 'a1b2c3d4e5f6g7h8' as SessionId;
  const repair = (layout: StoreLayout) => repairJournal({ ...SOURCES, rotateAt: 100, layout });

  it('sets a transcript aside that no event names, and tells of it', async () => {
    const layout = await filledStore();
    put(transcript(layout, KILLED), 'kept\n');
    const name = `transcripts/a1/${KILLED}.jsonl`;
    expect(await found(layout)).toEqual([`error orphan-transcript ${name}`]);
    const { quarantine, events } = await repair(layout);
    expect(events).toMatchObject([{ type: 'journal.repaired', data: { files: [name], dropped: [] } }]);
    expect(readFileSync(join(layout.home, quarantine ?? '', `${KILLED}.jsonl`), 'utf8')).toBe('kept\n');
    expect(await found(layout)).toEqual([]);
    expect((await repair(layout)).plan.asides).toEqual([]);
  });

  it('leaves transcripts alone where there is no journal that could name them', async () => {
    const layout = await filledStore();
    rmSync(layout.journalDir, { recursive: true });
    mkdirSync(layout.journalDir, { mode: 0o700 });
    expect(planRepair(layout, sha256).asides).toEqual([]);
  });

  it('leaves a transcript to the next import whose session is known otherwise', async () => {
    const layout = await filledStore();
    put(transcript(layout, KILLED), 'kept\n');
    await append(openJournal(layout), renamed('gorse', KILLED));
    expect(await found(layout)).toEqual([`error orphan-transcript transcripts/a1/${KILLED}.jsonl`]);
    expect(planRepair(layout, sha256).asides).toEqual([]);
  });

  it('leaves nothing in quarantine of a session that is purged later', async () => {
    const layout = await filledStore();
    put(transcript(layout, KILLED), 'kept\n');
    const { quarantine } = await repair(layout);
    unlinkCopies(layout, [KILLED]);
    expect(readdirSync(join(layout.home, quarantine ?? ''))).toEqual([]);
  });
});

describe('verifying a revived session', () => {
  it('takes a fact that was erased and came again for one', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout);
    const fact = renamed('gorse');
    await append(journal, fact);
    const intent = {
      ...renamed(''),
      stream: STORE_STREAM,
      type: 'purge.intended',
      data: { sessions: [HEATHER] },
    } as const;
    await journal.erase({ sessions: [HEATHER], intent, done: [], unlink: () => undefined });
    await append(journal, fact);
    expect(await found(layout)).toEqual([]);
    await append(journal, fact);
    expect(await found(layout)).toEqual(['warning duplicate-id journal/000002.jsonl']);
  });
});
