import { cutToWidth } from '../text/display-width.ts';
import { writeControl } from './output.ts';
import { safeLine } from './safe-text.ts';
import { openScreen, type Screen } from './screen.ts';
import { systemClock } from './system-sources.ts';

/** How far a long piece of work is. */
export interface Progress {
  /** Tells what is done now; cheap enough to be called for every item. */
  readonly report: (done: number, total: number | null, label: string) => void;
  /** Removes the progress line. */
  readonly end: () => void;
}

const QUIET_START = 500;
const TERMINAL_EVERY = 100;
const PLAIN_EVERY = 10_000;

function eta(elapsed: number, done: number, total: number): string {
  const left = Math.round(((elapsed / done) * (total - done)) / 1000);
  return left < 1 ? '' : ` · ${left < 90 ? `${left}s` : `${Math.round(left / 60)}m`} left`;
}

function progressLine(done: number, total: number | null, elapsed: number): string {
  if (total === null || total === 0) return String(done);
  return `${done}/${total}${done > 0 && done < total ? eta(elapsed, done, total) : ''}`;
}

interface ProgressFacts {
  readonly screen: Pick<Screen, 'terminal' | 'columns'>;
  readonly clock: () => number;
  readonly write: (text: string) => void;
}

/** Progress on any screen: one changing line on a terminal, elsewhere a line every ten seconds; nothing for quick work. */
export function makeProgress({ screen, clock, write }: ProgressFacts): Progress {
  const start = clock();
  let last = screen.terminal ? start + QUIET_START - TERMINAL_EVERY : start;
  let shown = false;
  return {
    report: (done, total, label) => {
      const now = clock();
      if (now - last < (screen.terminal ? TERMINAL_EVERY : PLAIN_EVERY)) return;
      last = now;
      const line = `${safeLine(label)} ${progressLine(done, total, now - start)}`;
      write(screen.terminal ? `\r${cutToWidth(line, screen.columns - 1)}\u001b[K` : `${line}\n`);
      shown = screen.terminal;
    },
    end: () => {
      if (shown) write('\r\u001b[K');
      shown = false;
    },
  };
}

/** Progress on this process's stderr; silent with `--quiet`. */
export async function startProgress(quiet: boolean): Promise<Progress> {
  if (quiet) return { report: () => undefined, end: () => undefined };
  return makeProgress({ screen: await openScreen(2, systemClock()), clock: Date.now, write: writeControl });
}
