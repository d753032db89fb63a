import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { KeptSession } from '../../src/app/ports/search.ts';
import { keptDocuments } from '../../src/app/session-documents.ts';
import { openCuttingParts } from '../../src/cli/open-cutting-parts.ts';
import { sha256 } from '../../src/cli/system-sources.ts';
import type { IsoTime, SessionId } from '../../src/kernel/ids.ts';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { cutDocument } from '../../src/search-index/cut-document.ts';
import { type CutOfSession, CuttingThread } from '../../src/search-index/cutting-thread.ts';
import { openTranscripts } from '../../src/transcripts/kept-transcripts.ts';
import { exchange } from '../importers/support/claude-records.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cutting.cjs', import.meta.url));

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loom-cutting-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function placesOf(store: string) {
  return { transcriptsDir: join(store, 'transcripts'), blobsDir: join(store, 'blobs') };
}

/** Keeps a session of some turns; gives what is read of it. */
function keepSession(store: string, id: SessionId): KeptSession {
  const hmac = (secret: Uint8Array, text: string) => createHmac('sha256', secret).update(text).digest();
  const redactor = createRedactor({ key: new Uint8Array(32).fill(7), hmac });
  const draft = openTranscripts({ ...placesOf(store), redactor, sha256 }).draft({
    session: id,
    agent: 'claude-code',
    base: null,
  });
  exchange(3).forEach((record, index) => {
    draft.add({ bytes: Buffer.from(JSON.stringify(record)), at: null, sourceLine: index + 1 });
  });
  draft.seal();
  draft.publish();
  const transcript = { keptLength: draft.report().keptLength, inherited: null } as KeptSession['state']['transcript'];
  const startedAt = '2026-03-01T09:00:00.000Z' as IsoTime;
  return {
    state: { id, agent: 'claude-code', transcript, startedAt, summaries: [] },
    view: { startedAt, title: 'Peas', titleSource: 'person', sortAt: startedAt },
  };
}

function startThread(program: string, store: string): CuttingThread {
  const thread = new CuttingThread({ program, parts: placesOf(store), bound: () => () => undefined });
  onTestFinished(() => thread.close());
  return thread;
}

/** Waits as long as anything comes. */
function answerOf(thread: CuttingThread): CutOfSession | undefined {
  return thread.wait(30_000) ? thread.take() : undefined;
}

it('gives what cutting here would give, without a turn of the event loop', async () => {
  const store = makeFolder();
  const thread = startThread(PROGRAM, store);
  const session = keepSession(store, '0aaaaaaaaaaaaaaa' as SessionId);
  const { parts } = await openCuttingParts(placesOf(store));
  const here = keptDocuments(parts, session).map(cutDocument);
  expect(here.length).toBeGreaterThan(3);
  thread.ask({ number: 7, session });
  thread.ask({ number: 8, session });
  expect([answerOf(thread), answerOf(thread)]).toEqual([
    { number: 7, documents: here },
    { number: 8, documents: here },
  ]);
  expect(thread.take()).toBeUndefined();
});

it('says so when it cannot read a session, and goes on', () => {
  const store = makeFolder();
  const thread = startThread(PROGRAM, store);
  const session = keepSession(store, '0bbbbbbbbbbbbbbb' as SessionId);
  thread.ask({ number: 1, session: { ...session, state: { ...session.state, summaries: 5 as never } } });
  thread.ask({ number: 2, session });
  expect(answerOf(thread)).toEqual({ number: 1, documents: undefined });
  expect(answerOf(thread)?.number).toBe(2);
});

it('whose program is not there, or breaks, answers nothing', () => {
  const broken = join(makeFolder(), 'broken.cjs');
  writeFileSync(broken, "require('node:worker_threads').workerData.port.on('message', () => process.exit(3));");
  for (const program of ['/nowhere/cutting.cjs', broken]) {
    const store = makeFolder();
    const thread = startThread(program, store);
    thread.ask({ number: 1, session: keepSession(store, '0ccccccccccccccc' as SessionId) });
    expect(thread.wait(300)).toBe(false);
    expect(thread.take()).toBeUndefined();
  }
});
