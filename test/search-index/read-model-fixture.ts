import type { Importer } from '../../src/app/ports/importer.ts';
import type { Journal } from '../../src/app/ports/journal.ts';
import type { ReadModel } from '../../src/app/ports/read-model.ts';
import type { KeptRecord } from '../../src/app/ports/transcripts.ts';
import type { ConversationSummary } from '../../src/domain/conversation.ts';
import type { DraftData } from '../../src/domain/session-decide.ts';
import type { EventDraft, LoomEvent } from '../../src/events/envelope.ts';
import type { ParentRef, ProcessMark } from '../../src/events/session-data.ts';
import { createMemoryJournal } from '../../src/journal/memory-journal.ts';
import { type IsoTime, type SessionId, STORE_STREAM, sessionStream } from '../../src/kernel/ids.ts';
import { formatInstant } from '../../src/kernel/instant.ts';
import { LoomError } from '../../src/kernel/loom-error.ts';
import { openReadModel } from '../../src/search-index/open-read-model.ts';
import type { ReadModelOptions } from '../../src/search-index/read-model-options.ts';
import { mintEventId, SOURCES, sha256 } from '../journal/journal-fixture.ts';

export const HARBOUR = '0123456789abcdef' as SessionId;
export const LANTERN = '7k3m9q2x4v8t1c5b' as SessionId;
export const ORCHARD = 'b5c1t8v4x2q9m3k7' as SessionId;

const DAY = 86_400_000;
const FIRST_DAY = 1_780_000_000_000;

/** Noon of the nth day of the invented calendar. */
export function day(n: number): IsoTime {
  return formatInstant(FIRST_DAY + n * DAY);
}

const NO_SUMMARY: ConversationSummary = {
  counts: {
    prompts: 0,
    answers: 0,
    toolCalls: 0,
    toolErrors: 0,
    errors: 0,
    compactions: 0,
    sidechain: 0,
    inherited: 0,
  },
  tokens: { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, inputIncludesCache: false },
  models: ['weaver-1'],
  startedAt: null,
  updatedAt: null,
  plausibleAt: null,
  timeSuspect: false,
  cwd: null,
  cwds: [],
  branch: null,
  title: null,
  titleSource: null,
  mode: null,
  effort: null,
  headless: false,
  worktree: null,
  agentVersion: null,
};

/** A store in miniature: a journal, kept records that are lines of text, and an importer that counts them. */
export interface World {
  readonly journal: Journal;
  /** Kept records by session; a session without an entry has a transcript that cannot be read. */
  readonly kept: Map<SessionId, string[]>;
  readonly summarized: SessionId[];
  readonly importer: Importer;
  readonly notices: string[];
  append(...drafts: EventDraft[]): Promise<readonly LoomEvent[]>;
  open(options?: Partial<ReadModelOptions>): ReadModel;
}

/** Kept lines look like `2026-05-28T… prompt How do tides work`. */
function summarize(lines: readonly string[]): ConversationSummary {
  const parts = lines.map((line) => line.split(' '));
  const times = parts.map(([at]) => at as IsoTime).sort();
  const prompts = parts.filter(([, kind]) => kind === 'prompt');
  return {
    ...NO_SUMMARY,
    counts: { ...NO_SUMMARY.counts, prompts: prompts.length, answers: parts.length - prompts.length },
    startedAt: times[0] ?? null,
    updatedAt: times.at(-1) ?? null,
    plausibleAt: times.at(-1) ?? null,
    title: prompts[0]?.slice(2).join(' ') ?? null,
    titleSource: prompts.length === 0 ? null : 'prompt',
  };
}

/** When the fixture's journals write down what is appended. */
export const FIXTURE_NOW = FIRST_DAY + 400 * DAY;

export function createWorld(given: { readonly journal?: Journal } = {}): World {
  const journal = given.journal ?? createMemoryJournal({ ...SOURCES, clock: () => FIXTURE_NOW });
  const kept = new Map<SessionId, string[]>();
  const summarized: SessionId[] = [];
  const notices: string[] = [];
  const importer = {
    agent: 'claude-code',
    normalizerVersion: 1,
    summarize: (records: Iterable<KeptRecord>) => summarize(Array.from(records, ({ record }) => record as string)),
  } as unknown as Importer;
  const records = (id: SessionId, keptLength: number): KeptRecord[] => {
    summarized.push(id);
    const lines = kept.get(id);
    if (lines === undefined) throw new LoomError({ kind: 'problem', code: 'transcript-unreadable', message: id });
    return lines.slice(0, keptLength).map((record, n) => ({ n: n + 1, record }) as KeptRecord);
  };
  return {
    journal,
    kept,
    summarized,
    importer,
    notices,
    append: async (...drafts) => {
      const wish = { since: journal.head(), decide: () => ({ kind: 'append', drafts }) as const, wait: 1000 };
      const outcome = await journal.commit(wish);
      if (outcome.kind !== 'appended') throw new Error(outcome.kind);
      return outcome.events;
    },
    open: (options = {}) =>
      openReadModel({
        storeId: 'harbour-store',
        journal,
        transcripts: { records },
        importerFor: () => importer,
        sha256,
        folder: null,
        mint: mintEventId,
        now: () => FIRST_DAY + 401 * DAY,
        onNotice: (message) => notices.push(message),
        busyMillis: 50,
        ...options,
      }),
  };
}

/** A draft in a session's stream, by a person unless told otherwise. */
export function fact(session: SessionId, data: DraftData, extra: Partial<EventDraft> = {}): EventDraft {
  return {
    id: mintEventId(),
    stream: data.type === 'purge.intended' ? STORE_STREAM : sessionStream(session),
    at: day(1),
    by: { kind: 'person' },
    trust: 'person',
    ...data,
    ...extra,
  } as EventDraft;
}

/** What an import of a session journals first. */
export function started(
  session: SessionId,
  {
    at = day(0),
    cwd = '/home/mira/harbour',
    parent,
    process,
  }: { at?: IsoTime; cwd?: string; parent?: ParentRef; process?: ProcessMark } = {},
): EventDraft {
  const data = {
    agent: 'claude-code',
    nativeId: `native-${session}`,
    where: { cwd },
    firstRecord: `first-${session}`,
  } as const;
  const from = { ...(parent === undefined ? {} : { parent }), ...(process === undefined ? {} : { process }) };
  const by = { by: { kind: 'import', agent: 'claude-code' }, trust: 'untrusted', at } as const;
  return fact(session, { type: 'session.started', data: { ...data, ...from } }, by);
}

/** What an import journals after it kept records; `keptLength` counts lines here. */
export function synced(session: SessionId, keptLength: number): EventDraft {
  const source = {
    path: `/home/mira/.claude/projects/harbour/${session}.jsonl`,
    offset: keptLength,
    size: keptLength,
    prefixDigest: 'd',
  };
  const tally = { read: keptLength, kept: keptLength, skipped: 0, malformed: 0, recovered: 0, unknown: 0 };
  const data = { source, keptLength, lines: keptLength, generation: 1, tally };
  const by = { by: { kind: 'import', agent: 'claude-code' }, trust: 'untrusted', at: day(300) } as const;
  return fact(session, { type: 'transcript.synced', data }, by);
}

/** Imports a session whose records are lines of text. */
export async function importLines(
  world: World,
  session: SessionId,
  lines: string[],
  options: Parameters<typeof started>[1] = {},
): Promise<void> {
  world.kept.set(session, lines);
  await world.append(started(session, options), synced(session, lines.length));
}
