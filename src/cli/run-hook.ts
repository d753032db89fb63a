import type { HookAgent, HookReading } from '../app/ports/hook-agent.ts';
import { LoomError } from '../kernel/loom-error.ts';
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

/**
 * Records one hook call. Whatever happens the exit code is 0, standard output holds nothing or exactly what the agent takes,
 * and standard error nothing, but for a person who types it: a failure is one line in loom.log.
 */
export async function runHook(line: HookLine): Promise<HookCourse> {
  try {
    return isDisabled(process.env) ? 'recorded' : await recordCall(line);
  } catch (error) {
    await logFailure(line, error);
    return 'more';
  }
}

function isDisabled(env: NodeJS.ProcessEnv): boolean {
  const value = env['LOOM_DISABLED'];
  return value !== undefined && value !== '' && value !== '0';
}

function pathsOfProcess(): LoomPaths {
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

async function recordCall({ word, argument }: HookLine): Promise<HookCourse> {
  if (word === FOLLOW_UP_WORD) {
    const { runFollowUp } = await import('./run-follow-up.ts');
    await runFollowUp(process.env);
    return 'more';
  }
  const { openHookAgent, openPayload } = await import('./open-capture.ts');
  const hook = await openHookAgent(word);
  if (hook === undefined) {
    throw new LoomError({
      kind: 'usage',
      code: 'unknown-hook-agent',
      message: `no hooks are known of ${word.slice(0, 40)}`,
    });
  }
  if (argument === undefined && (await isTyped())) {
    writeNotice(`loom hook ${word} reads the payload of a hook on standard input; agents run it: loom help hook\n`);
    return 'more';
  }
  const reading = hook.read(await openPayload(argument), process.env);
  if (reading !== undefined) await captureReading(hook, reading);
  return reading?.moment === 'session-start' ? 'more' : 'recorded';
}

/** Makes what was read durable first; whatever else a moment asks for comes after that. */
async function captureReading(hook: HookAgent, reading: HookReading): Promise<void> {
  const { openCapture } = await import('./open-capture.ts');
  const { draftCapture } = await import('../app/capture-hook.ts');
  const paths = pathsOfProcess();
  const capture = await openCapture(paths, process.env, currentFolder());
  const drafts = await draftCapture(capture, hook, reading);
  if (drafts.length === 0) return;
  if (reading.moment === 'session-start') {
    const { recordStart } = await import('./run-session-start.ts');
    await recordStart({ hook, reading, drafts, capture, paths });
    return;
  }
  const { recordCapture } = await import('../app/record-capture.ts');
  await recordCapture(capture, drafts);
  if (reading.moment === 'stop' || reading.moment === 'session-end') {
    const { beginFollowUp, followUpOf } = await import('./begin-follow-up.ts');
    const wish = followUpOf(reading, drafts);
    if (wish !== undefined) beginFollowUp(wish, process.env, paths.store);
  }
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
