import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CaptureContext } from '../app/capture-hook.ts';
import type { NotedFailure } from '../app/examine-store.ts';
import type { HookAgent } from '../app/ports/hook-agent.ts';
import type { CaptureSink } from '../app/record-capture.ts';
import type { LogLine } from '../capture/loom-log.ts';
import { factEventId } from '../events/event-id.ts';
import type { ProcessMark } from '../events/session-data.ts';
import { formatInstant } from '../kernel/instant.ts';
import { keyedDigestWith } from './keyed-digest.ts';
import type { LoomPaths } from './store-paths.ts';
import { mintWith, sha256, systemClock, systemRandomness } from './system-sources.ts';

/** Spool files that one hook takes along. */
const DRAIN_AT_MOST = 16;

function realHome(store: string): string {
  try {
    return realpathSync(store);
  } catch {
    return store;
  }
}

/** Opens what a hook call touches, and nothing else: no index, no transcript, no database. Makes the store when there is none. */
export async function openCapture(
  paths: LoomPaths,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<CaptureContext & CaptureSink> {
  const { openOrCreateStore } = await import('../journal/store-file.ts');
  const { storeLayout } = await import('../journal/store-layout.ts');
  const { openFileJournal } = await import('../journal/file-journal.ts');
  const { spoolEvents } = await import('../journal/spool.ts');
  const { openRedactor } = await import('./open-redactor.ts');
  const { createPlaceProbe } = await import('../project/probe-place.ts');
  const { createSnapshots } = await import('../project/snapshots.ts');
  const layout = storeLayout(realHome(paths.store));
  const { agentProcess } = await import('../project/agent-process.ts');
  const randomness = systemRandomness();
  const mintEventId = mintWith(systemClock, randomness);
  const allowNetworkFs = env['LOOM_ALLOW_NETWORK_FS'] === '1';
  const { key } = await openOrCreateStore({ layout, clock: systemClock, randomness, mintEventId, allowNetworkFs });
  const keyedDigest = keyedDigestWith(() => key);
  const redactor = await openRedactor({ key, env, paths });
  const probe = createPlaceProbe({ env, cwd });
  const snapshots = createSnapshots({ env, cwd, clock: systemClock, probe, redactor, keyedDigest });
  return {
    journal: openFileJournal({ layout, sha256, clock: systemClock, mintEventId, drainAtMost: DRAIN_AT_MOST }),
    spool: (drafts) => spoolEvents(layout, mintEventId().toLowerCase(), drafts),
    redactor,
    probe,
    clock: systemClock,
    sha256,
    mintEventId,
    factId: (fact) => factEventId(fact, sha256),
    keyedDigest,
    env,
    keepText: async (session, text) => {
      const { openTranscripts } = await import('../transcripts/kept-transcripts.ts');
      const { transcriptsDir, blobsDir } = layout;
      return openTranscripts({ transcriptsDir, blobsDir, redactor, sha256 }).putBlob(session, Buffer.from(text));
    },
    contents: (files) => snapshots.contents(files),
    agentProcess,
    resolvePath: (folder, path) => resolve(folder, path),
  };
}

/** The hooks of an agent, by the word after `loom hook`; `undefined` for a word that names none. */
export async function openHookAgent(word: string): Promise<HookAgent | undefined> {
  const { loadHookAgent } = await import('../capture/hook-agents.ts');
  return loadHookAgent(word);
}

/** The payload of a hook call: an argument, or standard input. Throws LoomError `usage` for what is no JSON object. */
export async function openPayload(argument: string | undefined): Promise<Readonly<Record<string, unknown>>> {
  const { parsePayload, readPayload } = await import('../capture/read-payload.ts');
  return parsePayload(argument === undefined ? readPayload() : Buffer.from(argument));
}

/** The store's log, and the one that takes its place where it cannot be written. */
function logFiles(paths: LoomPaths): readonly string[] {
  return [join(realHome(paths.store), 'loom.log'), join(paths.state, 'loom.log')];
}

/** Failures that hooks noted in either log, with the file. */
export async function readLogs(paths: LoomPaths): Promise<readonly NotedFailure[]> {
  const { readLog } = await import('../capture/loom-log.ts');
  return logFiles(paths).flatMap((file) => readLog(file).map((line) => ({ ...line, file })));
}

/** Writes one line of diagnostics to the store's log, or, where that cannot be written, to the OS state folder's. */
export async function logLine(paths: LoomPaths, line: Omit<LogLine, 'at'>): Promise<void> {
  const { writeLog } = await import('../capture/loom-log.ts');
  const files = logFiles(paths);
  const { pathFault } = await import('../journal/file-access.ts');
  // Into a store of a newer format, or of somebody else, nothing is written, not even that.
  const isClosed = line.code === 'newer-store' || pathFault(realHome(paths.store)) !== undefined;
  const { makeFolders } = await import('../files/make-folders.ts');
  const at = formatInstant(systemClock());
  if (!isClosed && writeLog(files.slice(0, 1), { ...line, at }) !== undefined) return;
  try {
    makeFolders(paths.state);
  } catch {
    // Then nobody can be told.
  }
  writeLog(files.slice(1), { ...line, at });
}

/** Name under which the recorder of a dialogue holds a session. */
function dialogueName(session: string): string {
  return `acp-${session}`;
}

/** Says, as long as this process lives, that it records what is said in a session. */
export async function holdDialogue(paths: LoomPaths, session: string): Promise<void> {
  const { holdName } = await import('../journal/single-flight.ts');
  const { storeLayout } = await import('../journal/store-layout.ts');
  holdName(storeLayout(realHome(paths.store)).turnsDir, dialogueName(session));
}

/** Whether another process records what is said in a session. */
export async function isDialogueHeld(paths: LoomPaths, session: string): Promise<boolean> {
  const { isNameHeld } = await import('../journal/single-flight.ts');
  const { storeLayout } = await import('../journal/store-layout.ts');
  return isNameHeld(storeLayout(realHome(paths.store)).turnsDir, dialogueName(session));
}

/** A process by its number, so that another one with the same number is not taken for it. */
export async function markProcess(pid: number): Promise<ProcessMark | undefined> {
  const { createProcesses } = await import('../project/processes.ts');
  return createProcesses().mark(pid);
}

/** The turn to follow one session's hooks up; `undefined` when that is left to another process. */
export async function openTurn(paths: LoomPaths, session: string): Promise<{ end(): void } | undefined> {
  const { takeTurn } = await import('../journal/single-flight.ts');
  const { storeLayout } = await import('../journal/store-layout.ts');
  return takeTurn(storeLayout(realHome(paths.store)).turnsDir, session);
}
