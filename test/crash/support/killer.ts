/** Runs the program and kills it, at another moment of its run each time. */
import { spawn } from 'node:child_process';
import { programPath, type Sandbox } from '../../cli/support/case-sandbox.ts';

/** The first run of a command also makes its code ready; only one after it is a measure. */
const SPARED = 2;

/**
 * Kills spread over a run of a command, however long one takes here: the first runs are spared, the shortest run that came
 * to its end is the measure, and half of it more, since most runs take longer than the shortest.
 */
export class Killer {
  readonly #box: Sandbox;
  readonly #turns: number;
  #runs = 0;
  #shortest = Number.POSITIVE_INFINITY;
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

  /** How many runs it takes until each moment was tried once. */
  get wholeSpread(): number {
    return SPARED + this.#turns;
  }

  /** Runs a command and kills it; whether it was done before, with exit code 0. */
  run(args: readonly string[], input?: string): Promise<boolean> {
    const turn = this.#runs - SPARED;
    this.#runs += 1;
    if (turn < 0 || this.#shortest === Number.POSITIVE_INFINITY) return this.spare(args, input);
    return this.#start(args, input, (1.5 * this.#shortest * ((turn % this.#turns) + 1)) / this.#turns);
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
