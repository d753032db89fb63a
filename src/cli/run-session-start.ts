import { assembleStart, CONTINUES, lastPage, type StartFacts } from '../app/assemble-start.ts';
import { boundReads, type ReadBounds } from '../app/bounded-reads.ts';
import type { CaptureContext } from '../app/capture-hook.ts';
import type { AppContext } from '../app/context.ts';
import type { HookAgent, HookReading } from '../app/ports/hook-agent.ts';
import { type CaptureSink, recordCapture } from '../app/record-capture.ts';
import { startDrafts } from '../app/start-drafts.ts';
import type { EventDraft } from '../events/envelope.ts';
import { type SessionId, sessionOfStream } from '../kernel/ids.ts';
import { knownParts } from '../kernel/known-parts.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { silenceNotices, writeAnswer } from './output.ts';
import { startText, uncheckedText } from './render/start-context.ts';
import type { SettingValues } from './settings/setting-keys.ts';
import type { LoomPaths } from './store-paths.ts';

/** A start of a session as its hook told it. */
export interface HookedStart {
  readonly hook: HookAgent;
  readonly reading: HookReading;
  readonly drafts: readonly EventDraft[];
  readonly capture: CaptureContext & CaptureSink;
  readonly paths: LoomPaths;
}

interface RecordedStart extends HookedStart {
  readonly session: SessionId;
}

/**
 * When what was gathered no longer counts, in milliseconds after the process began: the agent waits. `LOOM_TEST_START_MILLIS`
 * is for tests alone, which may run on a machine that is busy.
 */
const TIME_LIMIT = Number(process.env['LOOM_TEST_START_MILLIS']) || 800;
/** How much of the journal the index may not have seen. */
const MOST_UNSEEN = 1024 * 1024;
/** How long another process that writes the index is waited for, in milliseconds. */
const INDEX_WAIT = 100;

/** What is said, and what it is made of; `facts` is null for want of time. */
interface StartAnswer {
  readonly text: string;
  readonly facts: StartFacts | null;
}

function remaining(): number {
  return Math.max(0, TIME_LIMIT - performance.now());
}

class StartBounds implements ReadBounds {
  #isLate = false;
  #mostJournal = MOST_UNSEEN;

  isOver(): boolean {
    return !this.#isLate && remaining() === 0;
  }

  mostJournal(): number {
    return this.#mostJournal;
  }

  /** The index knows all: what is read now is read once, and as long as there is time. */
  caughtUp(): void {
    this.#mostJournal = Number.POSITIVE_INFINITY;
  }

  /** The time is over: what is still done is little. */
  late(): void {
    this.#isLate = true;
    this.#mostJournal = MOST_UNSEEN;
  }
}

async function settingsFor(folder: string): Promise<SettingValues> {
  const { readConfigValues } = await import('./config-values.ts');
  return readConfigValues({ env: process.env, cwd: folder });
}

function outOfTime(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), remaining()));
}

async function gather(
  app: AppContext,
  { session, hook, reading }: RecordedStart,
  bounds: StartBounds,
): Promise<StartFacts | null> {
  const settings = await settingsFor(app.cwd);
  const question = {
    session,
    agent: hook.agent,
    source: reading.source ?? 'startup',
    ...knownParts({
      parent: reading.parentKind === 'fork' ? reading.parent : undefined,
      transcript: reading.transcript,
    }),
    tokens: settings['memory.enabled'] ? settings['digest.tokens'] : 0,
    globs: settings['policy.globs'],
  };
  try {
    app.readModel.catchUp();
    bounds.caughtUp();
    return await Promise.race([assembleStart(app, question), outOfTime()]);
  } catch (error) {
    if (error instanceof LoomError && error.code === 'out-of-time') return null;
    throw error;
  }
}

function unchecked(app: AppContext, { session, reading }: RecordedStart): string {
  const handle = CONTINUES.has(reading.source ?? 'startup') ? session : null;
  try {
    return uncheckedText(lastPage(app), handle);
  } catch (error) {
    if (error instanceof LoomError) return uncheckedText(undefined, handle);
    throw error;
  }
}

async function answerFor(app: AppContext, start: RecordedStart): Promise<StartAnswer> {
  const bounds = new StartBounds();
  boundReads(app, bounds);
  const facts = await gather(app, start, bounds);
  bounds.late();
  return facts === null ? { text: unchecked(app, start), facts } : { text: startText(facts), facts };
}

/** Tells a session at its start what is accepted and what changed, once, and notes that it was told. Faults are thrown. */
async function answerStart(start: RecordedStart): Promise<void> {
  const { hook, reading, session, capture, paths } = start;
  if (hook.answer === undefined || reading.event === undefined) return;
  silenceNotices();
  const { openApp } = await import('./composition.ts');
  const cwd = reading.cwd ?? process.cwd();
  const app = await openApp({ paths, cwd, env: process.env, busyMillis: INDEX_WAIT });
  const { text, facts } = await answerFor(app, start);
  if (text === '') return;
  const digest = capture.keyedDigest(`context\0${text}`);
  if (facts !== null && facts.assembled === digest) return;
  writeAnswer(hook.answer({ event: reading.event, text }));
  await recordCapture(capture, startDrafts(capture, { session, agent: hook.agent, facts, text, digest }));
}

/**
 * Records the start of a session, then answers it. Where HEAD stands now is noted last when the session goes on: it is to be
 * compared with where it stood. Faults are thrown.
 */
export async function recordStart(start: HookedStart): Promise<void> {
  const { drafts, reading, capture } = start;
  const isHere = (draft: EventDraft) => draft.type === 'snapshot.taken' && CONTINUES.has(reading.source ?? 'startup');
  await recordCapture(
    capture,
    drafts.filter((draft) => !isHere(draft)),
  );
  const session = sessionOfStream(drafts[0]?.stream ?? ('' as EventDraft['stream']));
  try {
    if (session !== undefined) await answerStart({ ...start, session });
  } finally {
    const later = drafts.filter(isHere);
    if (later.length > 0) await recordCapture(capture, later);
  }
}
