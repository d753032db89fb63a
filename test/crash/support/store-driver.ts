/**
 * A process that works on a store and says on stdout, one JSON line each, what it did. Bundled and started by the crash tests:
 *
 *   append HOME COUNT SEED   appends commits of random sizes; COUNT 0 = until killed
 *   trickle HOME COUNT SEED  appends commits of one small event
 *   erase HOME               erases the one session of these tests
 *   repair HOME              repairs the journal
 *   create HOME              makes the store
 *   hold HOME                takes the lock and keeps it until it is killed
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { EventDraft } from '../../../src/events/envelope.ts';
import { openFileJournal } from '../../../src/journal/file-journal.ts';
import { repairJournal } from '../../../src/journal/repair.ts';
import { openOrCreateStore } from '../../../src/journal/store-file.ts';
import { storeLayout } from '../../../src/journal/store-layout.ts';
import { tryWriterLock } from '../../../src/journal/writer-lock.ts';
import { errnoOf } from '../../../src/kernel/errno-of.ts';
import type { SessionId } from '../../../src/kernel/ids.ts';
import { STORE_STREAM, sessionStream } from '../../../src/kernel/ids.ts';
import { formatInstant } from '../../../src/kernel/instant.ts';
import { LoomError } from '../../../src/kernel/loom-error.ts';
import { makeEventId } from '../../../src/kernel/ulid.ts';

const [, , mode = '', home = '', count = '0', seed = '1'] = process.argv;
const layout = storeLayout(home);
const SESSION = '7k3m9q2x4v8t1c5b' as SessionId;

const sha256 = (content: string | Uint8Array): Uint8Array => createHash('sha256').update(content).digest();
const clock = () => Date.now();
const mintEventId = () => makeEventId(clock(), randomBytes(10));
const context = { layout, sha256, clock, mintEventId, rotateAt: 300_000 };
const canary = join(home, 'canary.txt');
const journal = openFileJournal({ ...context, unlinkErased: unlinkCanary });

function unlinkCanary(): void {
  if (existsSync(canary)) unlinkSync(canary);
}

let state = Number(seed);
/** A small generator of its own, so that a failing run can be repeated. */
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 4_294_967_296) * below);
}

function say(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

function draft(fields: Pick<EventDraft, 'type' | 'data' | 'stream'>): EventDraft {
  const rest = { at: formatInstant(clock()), by: { kind: 'system' }, trust: 'agent' };
  return { id: mintEventId(), ...rest, ...fields } as EventDraft;
}

function renamed(): EventDraft {
  // Now and then a line long enough for a kill to land inside its write.
  const title = 'thread '.repeat(1 + random(mode === 'append' && random(3) === 0 ? 2000 : 10));
  return draft({ stream: sessionStream(SESSION), type: 'session.renamed', data: { title } });
}

async function attempt(act: () => Promise<object>): Promise<void> {
  try {
    say({ ok: true, ...(await act()) });
  } catch (error) {
    const { kind, code, details } =
      error instanceof LoomError ? error : { kind: 'bug', code: String(error), details: {} };
    say({ ok: false, kind, code, errno: 'errno' in details ? details['errno'] : errnoOf(error) });
  }
}

async function appendOne(): Promise<object> {
  const size = mode === 'trickle' ? 1 : 1 + random(random(4) === 0 ? 64 : 6);
  const drafts = Array.from({ length: size }, renamed);
  const ids = drafts.map((event) => event.id);
  const outcome = await journal.commit({
    since: journal.head(),
    decide: () => ({ kind: 'append', drafts }),
    wait: 'growing',
  });
  return { kind: outcome.kind, ids: outcome.kind === 'appended' ? ids : [] };
}

async function run(): Promise<void> {
  if (mode === 'append' || mode === 'trickle') {
    for (let round = 0; count === '0' || round < Number(count); round += 1) await attempt(appendOne);
  } else if (mode === 'erase') {
    await attempt(async () => {
      const intent = draft({ stream: STORE_STREAM, type: 'purge.intended', data: { sessions: [SESSION] } });
      const done = [draft({ stream: sessionStream(SESSION), type: 'session.purged', data: { lines: 0, bytes: 0 } })];
      const events = await journal.erase({ sessions: [SESSION], intent, done, unlink: unlinkCanary });
      return { types: events.map((event) => event.type) };
    });
  } else if (mode === 'repair') {
    await attempt(async () => ({ places: (await repairJournal(context)).plan.places }));
  } else if (mode === 'hold') {
    await attempt(async () => ({ ids: tryWriterLock(layout.lockFile) === undefined ? [] : ['held'] }));
    setInterval(() => undefined, 1000);
  } else {
    const randomness = (length: number) => randomBytes(length);
    await attempt(async () => ({ id: (await openOrCreateStore({ layout, clock, randomness, mintEventId })).id }));
  }
}

void run();
