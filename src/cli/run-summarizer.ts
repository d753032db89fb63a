import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { basename } from 'node:path';
import type { SummarizerAnswer, SummarizerRequest } from '../app/ports/summarizer.ts';
import { findProgram } from '../files/find-program.ts';
import { exitCodeOf } from './exit-code.ts';
import { safeLine } from './safe-text.ts';
import { currentFolder } from './system-sources.ts';

/** Ends the program and what it started; it leads a process group of its own where there are such. */
function endProgram(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
  // What it started elsewhere may hold its pipes; nobody waits for that.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  child.unref();
}

/** The end of what it said on stderr, for a notice. */
const MOST_COMPLAINT = 200;

class Answer {
  readonly #chunks: Buffer[] = [];
  readonly #most: number;
  #bytes = 0;
  #complaint = '';

  constructor(most: number) {
    this.#most = most;
  }

  add(chunk: Buffer): void {
    if (this.#bytes < this.#most) this.#chunks.push(chunk.subarray(0, this.#most - this.#bytes));
    this.#bytes += chunk.length;
  }

  complain(chunk: Buffer): void {
    this.#complaint = (this.#complaint + chunk.toString('utf8')).slice(-MOST_COMPLAINT);
  }

  ended(code: number | null, signal: NodeJS.Signals | null): SummarizerAnswer {
    if (code === 0) return { ok: true, text: Buffer.concat(this.#chunks).toString('utf8') };
    const how = code === null ? `was ended by ${signal}` : `ended with ${code}`;
    const said = safeLine(this.#complaint.trim());
    return { ok: false, problem: `it ${how}${said === '' ? '' : `: ${said}`}` };
  }
}

/** The file of a program: a plain name is one of PATH, never of the project that loom runs in. */
function fileOf(name: string): string | undefined {
  if (basename(name) !== name || process.platform === 'win32') return name;
  return findProgram([name], process.env, { exactly: [currentFolder()] });
}

function startProgram(program: string, words: readonly string[]): ChildProcessWithoutNullStreams {
  // An agent that serves as summarizer is not itself to be recorded.
  const env = { ...process.env, LOOM_DISABLED: '1' };
  return spawn(program, words, {
    stdio: 'pipe',
    env,
    shell: false,
    windowsHide: true,
    detached: process.platform !== 'win32',
  });
}

/**
 * Runs a program without a shell: text on its standard input, the answer from its standard output, at most so many bytes of
 * it. One that takes too long is killed with all that it started. Never throws.
 */
export function runSummarizer({ command, input, timeoutMs, mostBytes }: SummarizerRequest): Promise<SummarizerAnswer> {
  const [name = '', ...words] = command;
  const program = fileOf(name);
  if (program === undefined) {
    return Promise.resolve({ ok: false, problem: `it could not be run: ${safeLine(name)} is not on PATH` });
  }
  return new Promise((resolve) => {
    const child = startProgram(program, words);
    const answer = new Answer(mostBytes);
    const interrupt = () => {
      endProgram(child);
      process.exit(exitCodeOf('interrupted'));
    };
    const settle = (outcome: SummarizerAnswer) => {
      clearTimeout(timer);
      process.removeListener('SIGINT', interrupt);
      resolve(outcome);
    };
    const timer = setTimeout(() => {
      endProgram(child);
      settle({ ok: false, problem: `it took longer than ${Math.round(timeoutMs / 1000)} s` });
    }, timeoutMs);
    process.once('SIGINT', interrupt);
    child.once('error', (error) => settle({ ok: false, problem: `it could not be run: ${safeLine(error.message)}` }));
    child.once('close', (code, signal) => settle(answer.ended(code, signal)));
    child.stdout.on('data', (chunk: Buffer) => answer.add(chunk));
    child.stderr.on('data', (chunk: Buffer) => answer.complain(chunk));
    // A program that does not read all of it closes the pipe; what it answers counts.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
