import { exitCodeOf } from './exit-code.ts';

/** Whether a person or the system asked this process to end. */
export interface StopRequest {
  readonly isRequested: () => boolean;
  /** Gives the signals back to the system. */
  readonly release: () => void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Takes Ctrl-C and the signals of a shutdown as a wish to end soon; `wake` is called with the first, the second ends at once. */
export function listenForStop(wake: () => void): StopRequest {
  let requested = false;
  const stop = (): void => {
    if (requested) process.exit(exitCodeOf('interrupted'));
    requested = true;
    wake();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return {
    isRequested: () => requested,
    release: () => {
      for (const signal of SIGNALS) process.off(signal, stop);
    },
  };
}
