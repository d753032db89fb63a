import { fstatSync } from 'node:fs';
import { loadPaint, type Paint } from './color.ts';

/** What an answer is shown on. */
export interface Screen {
  /** A person looks at it: tables, relative times, cut titles. Otherwise plain tab-separated columns. */
  readonly terminal: boolean;
  /** Width in columns; only meaningful on a terminal. */
  readonly columns: number;
  /** Colours, or none. */
  readonly paint: Paint;
  /** Milliseconds since the epoch that relative times count from. */
  readonly now: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Facts about one output stream, as {@link describeScreen} needs them. */
export interface ScreenFacts {
  readonly env: Environment;
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  readonly now: number;
  /** `--color`, `--no-color`, or neither. */
  readonly colorFlag?: boolean | undefined;
}

function parseWidth(text: string | undefined): number | undefined {
  const width = Number(text);
  return text !== undefined && Number.isInteger(width) && width > 0 ? Math.min(width, 10_000) : undefined;
}

/** Decides on colour: flag, then NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR=0, TERM=dumb, then the stream itself. */
export function wantsColor(facts: Pick<ScreenFacts, 'env' | 'colorFlag'> & { readonly terminal: boolean }): boolean {
  const { env } = facts;
  if (facts.colorFlag !== undefined) return facts.colorFlag;
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0' && env['FORCE_COLOR'] !== 'false';
  if (env['CLICOLOR_FORCE'] && env['CLICOLOR_FORCE'] !== '0') return true;
  if (env['CLICOLOR'] === '0' || env['TERM'] === 'dumb') return false;
  return facts.terminal;
}

/** Describes a screen from plain facts; `LOOM_FORCE_TTY=<columns>` stands in for a terminal. */
export async function describeScreen(facts: ScreenFacts): Promise<Screen> {
  const forced = parseWidth(facts.env['LOOM_FORCE_TTY']);
  const terminal = forced !== undefined || facts.isTerminal;
  return {
    terminal,
    columns: forced ?? parseWidth(facts.env['COLUMNS']) ?? facts.columns ?? 80,
    paint: await loadPaint(wantsColor({ env: facts.env, colorFlag: facts.colorFlag, terminal })),
    now: facts.now,
  };
}

// The major device number of /dev/null and its kin on Linux.
const MEMORY_DEVICES = 1;

/** Whether a descriptor may be a terminal; files, pipes and /dev/null need not load node:tty to know that they are none. */
function mayBeTerminal(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    const isMemory = process.platform === 'linux' && stat.rdev >> 8 === MEMORY_DEVICES;
    return stat.isCharacterDevice() && !isMemory;
  } catch {
    return false;
  }
}

async function terminalFacts(descriptor: number): Promise<Pick<ScreenFacts, 'isTerminal' | 'columns'>> {
  if (!mayBeTerminal(descriptor)) return { isTerminal: false, columns: undefined };
  const { isatty, WriteStream } = await import('node:tty');
  if (!isatty(descriptor)) return { isTerminal: false, columns: undefined };
  const { columns } = new WriteStream(descriptor);
  return { isTerminal: true, columns: columns > 0 ? columns : undefined };
}

/** Describes the screen behind a file descriptor of this process: 1 for answers, 2 for progress and questions. */
export async function openScreen(descriptor: 1 | 2, now: number, colorFlag?: boolean): Promise<Screen> {
  return describeScreen({ env: process.env, ...(await terminalFacts(descriptor)), now, colorFlag });
}

/** Whether a question can be asked and answered: stdin and stderr are both a terminal, or tests say so. */
export async function canAsk(): Promise<boolean> {
  if (process.env['LOOM_FORCE_TTY'] !== undefined) return true;
  const [input, output] = await Promise.all([terminalFacts(0), terminalFacts(2)]);
  return input.isTerminal && output.isTerminal;
}
