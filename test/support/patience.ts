/** How long tests wait: a machine that is shared takes its time, so that only what never comes or never ends is a failure. */

/** How long what must come is waited for, in milliseconds. Shorter than the runner waits, so that the failure says what did not come. */
export const PATIENCE = 150_000;

/** How long a program may run before it counts as one that hangs, in milliseconds. */
export const LONGEST_RUN = 240_000;

const PAUSE = 20;

/** Waits until a condition holds; what is told when it never does is asked for only then. */
export async function until(holds: () => boolean, tell: () => string): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!holds()) {
    if (performance.now() > end) throw new Error(tell());
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** Processor time of some work in milliseconds: unlike a clock it does not go on while others have the processor. */
export function processorMillis(work: () => void): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}
