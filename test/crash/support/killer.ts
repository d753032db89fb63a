/** Runs the program and kills it, at another moment of its run each time. */
import { spawn } from 'node:child_process';
import { programPath, type Sandbox } from '../../cli/support/case-sandbox.ts';

/**
 * Kills spread over a run of a command, however long one takes here: the shortest run that came to its end is the measure,
 * and half of it more, since most runs take longer than the shortest.
 */
export class Killer {
  readonly #box: Sandbox;
  readonly #turns: number;
  #turn = 0;
  #shortest = 1500;
  #kills = 0;

  /** `turns`: how many moments of a run are tried, before the first one comes again. */
  constructor(box: Sandbox, turns: number) {
    this.#box = box;
    this.#turns = turns;
  }

  /** How many runs were killed before they were done. */
  get kills(): number {
    return this.#kills;
  }

  /** Runs a command and kills it; whether it was done before, with exit code 0. */
  async run(args: readonly string[], input?: string): Promise<boolean> {
    const turn = (this.#turn % this.#turns) + 1;
    this.#turn += 1;
    return this.#start(args, input, (1.5 * this.#shortest * turn) / this.#turns);
  }

  /** Runs a command to its end; whether it exited with 0. */
  spare(args: readonly string[], input?: string): Promise<boolean> {
    return this.#start(args, input, undefined);
  }

  async #start(args: readonly string[], input: string | undefined, after: number | undefined): Promise<boolean> {
    const started = performance.now();
    const { work: cwd, env } = this.#box;
    const child = spawn(process.execPath, [programPath, ...args], { cwd, env, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const timer = after === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), after);
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    clearTimeout(timer);
    if (code === null) this.#kills += 1;
    else this.#shortest = Math.min(this.#shortest, performance.now() - started);
    return code === 0;
  }
}
