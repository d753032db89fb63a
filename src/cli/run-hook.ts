import type { HookAgent, HookReading } from '../app/ports/hook-agent.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { ACP_RECORDER_WORD } from './acp-recorder-word.ts';
import { FOLLOW_UP_WORD } from './follow-up-word.ts';
import { writeNotice } from './output.ts';
import { findPaths, type LoomPaths } from './store-paths.ts';
import { currentFolder } from './system-sources.ts';

/** One call of `loom hook`. */
export interface HookLine {
  /** The word after `hook`. */
  readonly word: string;
  /** The payload as an argument, for agents that pass it so; else it is on standard input. */
  readonly argument?: string;
}

/** What a hook call turned out to be: one of the many, or one that does more than record. */
export type HookCourse = 'recorded' | 'more';

/** Runs a call that asks for more than a record, which only the whole program can do. */
export type RunWhole = (line: HookLine) => Promise<void>;

/**
 * Records one hook call. Whatever happens the exit code is 0, standard output holds nothing or exactly what the agent takes,
 * and standard error nothing, but for a person who types it: a failure is one line in loom.log. What the program is loaded
 * for here is what every hook needs; `runWhole` does the rest.
 */
export async function runHook(line: HookLine, runWhole: RunWhole): Promise<HookCourse> {
  try {
    return isSwitchedOff(process.env) ? 'recorded' : await recordCall(line, runWhole);
  } catch (error) {
    await logFailure(line, error);
    return 'more';
  }
}

/** Recording is switched off. */
export function isSwitchedOff(env: NodeJS.ProcessEnv): boolean {
  const value = env['LOOM_DISABLED'];
  return value !== undefined && value !== '' && value !== '0';
}

/** Where this process keeps what. */
export function pathsOfProcess(): LoomPaths {
  return findPaths({ env: process.env, platform: process.platform, cwd: currentFolder() });
}

/** A person ran it in a terminal. Terminals are told from files first: their module costs more than the whole check. */
async function isTyped(): Promise<boolean> {
  const { fstatSync } = await import('node:fs');
  try {
    if (!fstatSync(0).isCharacterDevice()) return false;
  } catch {
    return false;
  }
  const { isatty } = await import('node:tty');
  return isatty(0);
}

/** The hooks of the agent that a word names. Throws LoomError `usage`/`unknown-hook-agent`. */
export async function requireHookAgent(word: string): Promise<HookAgent> {
  const { openHookAgent } = await import('./open-capture.ts');
  const hook = await openHookAgent(word);
  if (hook !== undefined) return hook;
  const message = `no hooks are known of ${word.slice(0, 40)}`;
  throw new LoomError({ kind: 'usage', code: 'unknown-hook-agent', message });
}

async function recordCall(line: HookLine, runWhole: RunWhole): Promise<HookCourse> {
  const { word, argument } = line;
  if (word === FOLLOW_UP_WORD || word === ACP_RECORDER_WORD) {
    await runWhole(line);
    return 'more';
  }
  const hook = await requireHookAgent(word);
  if (argument === undefined && (await isTyped())) {
    writeNotice(`loom hook ${word} reads the payload of a hook on standard input; agents run it: loom help hook\n`);
    return 'more';
  }
  const { openPayload } = await import('./open-capture.ts');
  const payload = await openPayload(argument);
  const reading = hook.read(payload, process.env);
  if (reading?.moment === 'session-start') {
    await runWhole({ word, argument: JSON.stringify(payload) });
    return 'more';
  }
  if (reading !== undefined) await captureReading(hook, reading);
  return 'recorded';
}

/** Makes what was read durable; what is left to be done is begun, and not waited for. */
async function captureReading(hook: HookAgent, reading: HookReading): Promise<void> {
  const { openCapture } = await import('./open-capture.ts');
  const { draftCapture } = await import('../app/capture-hook.ts');
  const { recordCapture } = await import('../app/record-capture.ts');
  const paths = pathsOfProcess();
  const capture = await openCapture(paths, process.env, currentFolder());
  const isPassedOn = (process.env['LOOM_ACP'] ?? '') !== '' && (await isRecorded(paths, hook, reading));
  const drafts = await draftCapture(capture, hook, isPassedOn ? withoutWords(reading) : reading);
  if (drafts.length === 0) return;
  await recordCapture(capture, drafts);
  if (reading.moment === 'stop' || reading.moment === 'session-end') {
    const { beginFollowUp, followUpOf } = await import('./begin-follow-up.ts');
    const wish = followUpOf(reading, drafts);
    if (wish !== undefined) beginFollowUp(wish, process.env, paths.store);
  }
}

/** What a process that stands before the agent hears, and what has no key by which it would be one fact with that. */
const HEARD: ReadonlySet<string> = new Set(['prompt.submitted', 'run.completed', 'run.interrupted']);

function withoutWords(reading: HookReading): HookReading {
  return { ...reading, facts: reading.facts.filter(({ type }) => !HEARD.has(type)) };
}

/** Whether `loom acp` stands before the agent and records this session. */
async function isRecorded(paths: LoomPaths, { agent }: HookAgent, { nativeId }: HookReading): Promise<boolean> {
  const { isDialogueHeld } = await import('./open-capture.ts');
  const { deriveSessionId } = await import('../events/session-id.ts');
  const { sha256 } = await import('./system-sources.ts');
  return isDialogueHeld(paths, deriveSessionId(agent, nativeId, sha256));
}

async function logFailure({ word }: HookLine, error: unknown): Promise<void> {
  try {
    const { logLine } = await import('./open-capture.ts');
    const known = error instanceof LoomError;
    const code = known ? error.code : 'bug';
    const message = known ? error.message : error instanceof Error ? `${error.name} at ${frameOf(error)}` : 'unknown';
    await logLine(pathsOfProcess(), { task: `hook ${word.slice(0, 40)}`, code, message });
  } catch {
    // An agent must not suffer from loom, not even from its log.
  }
}

/** Where a bug is; its words may hold something of the payload. */
function frameOf(error: Error): string {
  return /at [^\n]*/.exec(error.stack ?? '')?.[0].slice(3, 200) ?? 'an unknown place';
}
