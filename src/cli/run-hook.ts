import type { HookAgent, HookReading } from '../app/ports/hook-agent.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { findPaths, type LoomPaths } from './store-paths.ts';
import { currentFolder } from './system-sources.ts';

/** One call of `loom hook`. */
export interface HookLine {
  /** The word after `hook`. */
  readonly word: string;
  /** The payload as an argument, for agents that pass it so; else it is on standard input. */
  readonly argument?: string;
}

/**
 * Records one hook call. Whatever happens the exit code is 0, standard output holds nothing or exactly what the agent takes,
 * and standard error nothing: a failure is one line in loom.log.
 */
export async function runHook(line: HookLine): Promise<number> {
  try {
    if (!isDisabled(process.env)) await recordCall(line);
  } catch (error) {
    await logFailure(line, error);
  }
  return 0;
}

function isDisabled(env: NodeJS.ProcessEnv): boolean {
  const value = env['LOOM_DISABLED'];
  return value !== undefined && value !== '' && value !== '0';
}

function pathsOfProcess(): LoomPaths {
  return findPaths({ env: process.env, platform: process.platform, cwd: currentFolder() });
}

async function recordCall({ word, argument }: HookLine): Promise<void> {
  const { openHookAgent, openPayload } = await import('./open-capture.ts');
  const hook = await openHookAgent(word);
  if (hook === undefined) {
    throw new LoomError({
      kind: 'usage',
      code: 'unknown-hook-agent',
      message: `no hooks are known of ${word.slice(0, 40)}`,
    });
  }
  const reading = hook.read(await openPayload(argument), process.env);
  if (reading !== undefined) await captureReading(hook, reading);
}

/** Makes what was read durable first; whatever else a moment asks for comes after that. */
async function captureReading(hook: HookAgent, reading: HookReading): Promise<void> {
  const { openCapture } = await import('./open-capture.ts');
  const { draftCapture } = await import('../app/capture-hook.ts');
  const { recordCapture } = await import('../app/record-capture.ts');
  const capture = await openCapture(pathsOfProcess(), process.env, currentFolder());
  const drafts = await draftCapture(capture, hook, reading);
  if (drafts.length > 0) await recordCapture(capture, drafts);
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
