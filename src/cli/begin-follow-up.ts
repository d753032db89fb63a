import { spawn } from 'node:child_process';
import type { FollowUp } from '../app/follow-up.ts';
import type { HookReading } from '../app/ports/hook-agent.ts';
import type { EventDraft } from '../events/envelope.ts';
import { sessionOfStream } from '../kernel/ids.ts';
import { knownParts } from '../kernel/known-parts.ts';
import { FOLLOW_UP_WORD } from './follow-up-word.ts';

/** Carries what is to be done: a command line can be read by every user of a machine. */
export const FOLLOW_UP_VARIABLE = 'LOOM_FOLLOW_UP';

const OCCASIONS = { stop: 'stop', 'session-end': 'close' } as const;

/** What a hook call leaves to be done; `undefined` for most. */
export function followUpOf(reading: HookReading, drafts: readonly EventDraft[]): FollowUp | undefined {
  const occasion =
    reading.moment === 'stop' || reading.moment === 'session-end' ? OCCASIONS[reading.moment] : undefined;
  const last = drafts.at(-1);
  const session = last === undefined ? undefined : sessionOfStream(last.stream);
  const agent = last?.by.agent;
  if (occasion === undefined || last === undefined || session === undefined || agent === undefined) return undefined;
  const { nativeId, cwd, transcript } = reading;
  return { session, agent, nativeId, occasion, at: last.at, cwd, ...knownParts({ transcript }) };
}

/** Switched off where a variable says so; what a file says is read by the process itself. */
function isOff({ LOOM_CAPTURE_SYNC: value }: NodeJS.ProcessEnv): boolean {
  return value !== undefined && /^(?:false|off|no|0)$/i.test(value.trim());
}

/** Starts a process of its own for what must not keep an agent waiting, and does not wait for it. */
export function beginFollowUp(wish: FollowUp, env: NodeJS.ProcessEnv, folder: string): void {
  const program = process.argv[1];
  if (program === undefined || isOff(env)) return;
  const child = spawn(process.execPath, [program, 'hook', FOLLOW_UP_WORD], {
    // The agent's folder must not be kept busy by it.
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...env, [FOLLOW_UP_VARIABLE]: JSON.stringify(wish) },
  });
  child.on('error', () => undefined);
  child.unref();
}
