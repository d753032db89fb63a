import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** The agent behind, and the client before. */
export interface Passage {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly input: Readable;
  readonly output: Writable;
  /** Sees every piece that was passed on, after it was. */
  readonly seen: (speaker: 'client' | 'agent', bytes: Uint8Array) => void;
  /** Called with the agent's process, once it runs. */
  readonly started: (pid: number) => void;
}

/** How the agent ended. */
export type AgentEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'not-started'; readonly error: NodeJS.ErrnoException };

/** How often it is looked whether the client is still there once its words ended, in milliseconds. */
const LOOK = 500;
/** How long an agent whose client is gone may take to end, in milliseconds. */
const PATIENCE = 5000;
/** How long is listened to an agent that ended, in milliseconds. */
const LINGER = 1000;

const FORWARDED: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGCONT'];

/** Gives the signals that loom gets to the agent; the function takes them back. */
function forwardSignals(child: ChildProcess): () => void {
  const forward = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  const isWindows = process.platform === 'win32';
  const signals = isWindows ? FORWARDED.filter((signal) => /INT|TERM|HUP/.test(signal)) : FORWARDED;
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}

/** Ends an agent whose client is gone: first by asking. */
function endSoon(child: ChildProcess): void {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), PATIENCE).unref();
}

/** A client that ended without a word leaves its agent to another parent. */
function watchClient(child: ChildProcess, { input, output }: Passage): () => void {
  const parent = process.ppid;
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    endSoon(child);
  };
  input.on('end', () => {
    timer = setInterval(look, LOOK);
  });
  output.on('error', () => endSoon(child));
  return () => clearInterval(timer);
}

function connect(child: ChildProcess & { stdin: Writable; stdout: Readable }, passage: Passage): void {
  const { input, output, seen } = passage;
  // The agent may end while something is written to it: that it ended is told by itself.
  child.stdin.on('error', () => undefined);
  input.pipe(child.stdin);
  child.stdout.pipe(output, { end: false });
  input.on('data', (bytes: Uint8Array) => seen('client', bytes));
  child.stdout.on('data', (bytes: Uint8Array) => seen('agent', bytes));
}

/** Resolves when everything that was written has left this process. */
function drained(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (output.destroyed || output.errored) resolve();
    else output.write('', () => resolve());
  });
}

/**
 * Runs an agent and passes every byte between it and the client on, in both directions, unchanged and at once. Resolves when
 * the agent ended and the client has what it said.
 */
export async function passThrough(passage: Passage): Promise<AgentEnd> {
  const { command, args, env, output } = passage;
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'], windowsHide: true });
  const ended = new Promise<AgentEnd>((resolve) => {
    child.on('error', (error) => {
      if (child.pid === undefined) resolve({ kind: 'not-started', error });
    });
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      resolve(signal === null ? { kind: 'exit', code: code ?? 1 } : { kind: 'signal', signal });
    };
    child.on('close', end);
    // What the agent left running may hold its output open.
    child.on('exit', (code, signal) => setTimeout(() => end(code, signal), LINGER));
  });
  if (child.pid !== undefined) passage.started(child.pid);
  const release = forwardSignals(child);
  const forget = watchClient(child, passage);
  connect(child, passage);
  const end = await ended;
  forget();
  release();
  await drained(output);
  return end;
}
