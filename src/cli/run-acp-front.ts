import { type ChildProcess, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { LoomError } from '../kernel/loom-error.ts';
import { ACP_RECORDER_VARIABLE, ACP_RECORDER_WORD } from './acp-recorder-word.ts';
import { openPassage, openTap } from './open-acp.ts';
import { openOutputStream } from './output.ts';
import { signalCode } from './run-agent.ts';
import { isSwitchedOff } from './run-hook.ts';

/** An agent that loom stands before. */
export interface AcpFront {
  readonly command: string;
  readonly args: readonly string[];
  /** Which agent it is, where a person says so. */
  readonly agent: string | undefined;
}

/** How long the recorder may take for what is left once the dialogue is over, in milliseconds; after that it goes on alone. */
const LAST_WORDS = 2000;

/** Starts a process of its own that records: neither its work nor its end is felt in the dialogue. */
function startRecorder({ command, agent }: AcpFront, pid: number): ChildProcess {
  const program = process.argv[1] ?? '';
  const told = { name: agent ?? basename(command), isNamed: agent !== undefined, pid };
  return spawn(process.execPath, [program, 'hook', ACP_RECORDER_WORD], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
    env: { ...process.env, [ACP_RECORDER_VARIABLE]: JSON.stringify(told) },
  });
}

interface Recording {
  readonly copy: (speaker: 'client' | 'agent', bytes: Uint8Array) => void;
  readonly end: () => Promise<void>;
}

const NOTHING: Recording = { copy: () => undefined, end: async () => undefined };

async function record(front: AcpFront, pid: number): Promise<Recording> {
  const recorder = startRecorder(front, pid);
  const over = new Promise<void>((resolve) => {
    recorder.on('error', () => resolve());
    recorder.on('exit', () => resolve());
  });
  if (recorder.stdin === null) return NOTHING;
  const tap = await openTap(recorder.stdin, Date.now);
  return {
    copy: (speaker, bytes) => tap.copy(speaker, bytes),
    end: async () => {
      tap.end();
      const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_WORDS));
      await Promise.race([over, late]);
      recorder.unref();
    },
  };
}

function notStarted({ command }: AcpFront, error: NodeJS.ErrnoException): LoomError {
  return new LoomError({
    kind: 'not-found',
    code: 'agent-not-started',
    message: `${command} could not be started: ${error.code ?? error.message}`,
    hints: ['name the program of an agent that speaks the Agent Client Protocol after --, or its whole path'],
    cause: error,
  });
}

/**
 * Stands before an agent: passes everything on, has it recorded, and resolves to the agent's exit code. Throws LoomError
 * `not-found`/`agent-not-started`.
 */
export async function runAcpFront(front: AcpFront): Promise<number> {
  const isOff = isSwitchedOff(process.env);
  let recording: Promise<Recording> = Promise.resolve(NOTHING);
  const end = await openPassage({
    command: front.command,
    args: front.args,
    env: isOff ? process.env : { ...process.env, LOOM_ACP: '1' },
    input: process.stdin,
    output: await openOutputStream(),
    started: (pid) => {
      if (isOff) return;
      // Whatever keeps it from being recorded keeps nothing from passing.
      recording = record(front, pid).catch(() => NOTHING);
    },
    seen: (...piece) => {
      void recording.then(({ copy }) => copy(...piece));
    },
  });
  await (await recording).end();
  if (end.kind === 'not-started') throw notStarted(front, end.error);
  if (end.kind === 'exit') return end.code;
  process.kill(process.pid, end.signal);
  return signalCode(end.signal);
}
