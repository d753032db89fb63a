import { LoomError } from '../kernel/loom-error.ts';

/**
 * Runs one task after the other, in the order they came: what a store does in one process must not meet itself. A task's
 * answer is given before what it leaves for afterwards is done.
 */
export class RequestQueue {
  #last: Promise<void> = Promise.resolve();
  #stopped = false;

  /** Runs a task; `afterwards` is done once whoever waits for the answer has had it. */
  run<T>(task: (afterwards: (step: () => Promise<void> | void) => void) => Promise<T>): Promise<T> {
    const steps: (() => Promise<void> | void)[] = [];
    const answer = this.#last.then(() => {
      if (this.#stopped) throw new LoomError({ kind: 'refused', code: 'client-gone', message: 'the client is gone' });
      return task((step) => steps.push(step));
    });
    this.#last = answer.then(
      () => finish(steps),
      () => finish(steps),
    );
    return answer;
  }

  /** What waits is not begun any more. */
  stop(): void {
    this.#stopped = true;
  }

  /** Resolves when nothing is running or waiting. */
  async idle(): Promise<void> {
    let seen: Promise<void> | undefined;
    while (seen !== this.#last) {
      seen = this.#last;
      await seen;
    }
  }
}

async function finish(steps: readonly (() => Promise<void> | void)[]): Promise<void> {
  // The answer goes out first.
  await new Promise((resolve) => setImmediate(resolve));
  for (const step of steps) {
    try {
      await step();
    } catch {
      // The answer is out; what is left for afterwards fails nobody.
    }
  }
}
