import { createHash, randomBytes } from 'node:crypto';
import type { AppContext } from '../../src/app/context.ts';
import type { EventDraft, LoomEvent } from '../../src/events/envelope.ts';
import { factEventId } from '../../src/events/event-id.ts';
import type { Where } from '../../src/events/session-data.ts';
import { createMemoryPages } from '../../src/journal/memory-digest-pages.ts';
import { createMemoryJournal } from '../../src/journal/memory-journal.ts';
import type { ProjectId, SessionId } from '../../src/kernel/ids.ts';
import { formatInstant } from '../../src/kernel/instant.ts';
import { makeEventId } from '../../src/kernel/ulid.ts';
import { createPlaceProbe } from '../../src/project/probe-place.ts';
import { createProcesses } from '../../src/project/processes.ts';
import { createSnapshots } from '../../src/project/snapshots.ts';
import { openReadModel } from '../../src/search-index/open-read-model.ts';
import { openSearchIndex } from '../../src/search-index/open-search-index.ts';
import { MemoryTranscripts } from '../../src/transcripts/memory-transcripts.ts';
import { gitEnv } from './git-fixture.ts';

const STORE = '01JXSTORE0000000000000000A';
const START = 1_790_000_000_000;

function sha256(content: string | Uint8Array): Uint8Array {
  return createHash('sha256').update(content).digest();
}

/** A store in memory, with the real probe, seen from one folder. */
export function openTestApp(cwd: string) {
  let now = START;
  const clock = () => {
    now += 1000;
    return now;
  };
  const mintEventId = () => makeEventId(clock(), randomBytes(10));
  const journal = createMemoryJournal({ sha256, clock, mintEventId });
  const importerFor = () => undefined;
  const env = gitEnv(cwd);
  const redactor = {
    redact: (text: string) => ({ text, rules: {} }),
    redactUnderKey: (_key: string, text: string) => ({ text, rules: {} }),
  };
  const transcripts = new MemoryTranscripts({ redactor, sha256 });
  const model = {
    storeId: STORE,
    journal,
    transcripts,
    importerFor,
    sha256,
    folder: null,
    mint: mintEventId,
    now: clock,
  };
  const probe = createPlaceProbe({ env, cwd });
  const keyedDigest = (text: string) => Buffer.from(sha256(text)).subarray(0, 16).toString('base64url');
  const search = openSearchIndex({ folder: null, mint: mintEventId, now: clock });
  const context = {
    storeId: STORE,
    journal,
    readModel: openReadModel(model),
    openSearch: async () => search,
    pages: createMemoryPages(),
    transcripts,
    importerFor,
    redactor,
    probe,
    snapshots: createSnapshots({ env, cwd, clock, probe, redactor, keyedDigest }),
    processes: createProcesses(),
    keyedDigest,
    clock,
    sha256,
    mintEventId,
    factId: (fact: Parameters<AppContext['factId']>[0]) => factEventId(fact, sha256),
    decodeText: (bytes: Uint8Array) => new TextDecoder().decode(bytes),
    actor: { kind: 'person' },
    cwd,
    env,
  };
  return context as unknown as AppContext;
}

let sessions = 0;

async function append(app: AppContext, draft: Omit<EventDraft, 'id' | 'at' | 'by' | 'trust'>): Promise<LoomEvent> {
  const whole = {
    id: app.mintEventId(),
    at: formatInstant(app.clock()),
    by: { kind: 'import' },
    trust: 'untrusted',
    ...draft,
  };
  const decide = () => ({ kind: 'append', drafts: [whole as EventDraft] }) as const;
  const outcome = await app.journal.commit({ since: app.journal.head(), decide, wait: 0 });
  if (outcome.kind !== 'appended') throw new Error(outcome.kind);
  app.readModel.catchUp();
  return outcome.events[0] as LoomEvent;
}

/** Records that a session started in a folder; returns the project it belongs to. */
export async function startSession(app: AppContext, folder: string | Where): Promise<ProjectId> {
  sessions += 1;
  const where = typeof folder === 'string' ? app.probe.probe(folder, { rootCommits: true }) : folder;
  const id = String(sessions).padStart(16, '0') as SessionId;
  const data = { agent: 'claude-code', nativeId: `native-${sessions}`, where } as const;
  await append(app, { stream: `session/${id}`, type: 'session.started', data } as never);
  return app.readModel.state(id)?.project as ProjectId;
}

/** How many events the journal holds. */
export function eventCount(app: AppContext): number {
  return [...app.journal.read()].length;
}

/** Looks at the same store from another folder. */
export function seenFrom(app: AppContext, cwd: string): AppContext {
  return { ...app, cwd };
}
