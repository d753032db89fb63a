import { fstatSync } from 'node:fs';
import { isatty, WriteStream } from 'node:tty';
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

function terminalWidth(descriptor: number): number | undefined {
  if (!isatty(descriptor)) return undefined;
  const stream = new WriteStream(descriptor);
  return stream.columns > 0 ? stream.columns : undefined;
}

/** Describes the screen behind a file descriptor of this process: 1 for answers, 2 for progress and questions. */
export function openScreen(descriptor: 1 | 2, now: number, colorFlag?: boolean): Promise<Screen> {
  return describeScreen({
    env: process.env,
    isTerminal: isatty(descriptor),
    columns: terminalWidth(descriptor),
    now,
    colorFlag,
  });
}

/** Whether a question can be asked and answered: stdin and stderr are both a terminal. */
export function canAsk(): boolean {
  if (process.env['LOOM_FORCE_TTY'] !== undefined) return stdinIsOpen();
  return isatty(0) && isatty(2);
}

function stdinIsOpen(): boolean {
  try {
    fstatSync(0);
    return true;
  } catch {
    return false;
  }
}
