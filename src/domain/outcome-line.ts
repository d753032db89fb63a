import { cutAtGrapheme } from '../kernel/grapheme-cut.ts';
import type { Message } from './conversation.ts';
import type { PairedCall } from './tool-pairing.ts';
import type { Turn } from './turns.ts';

/** One line of an outcome and the records that say so. */
export interface OutcomeLine {
  /** One line, at most {@link MOST_LINE} characters, untrusted. */
  readonly text: string;
  /** Who said it. */
  readonly by: 'person' | 'agent';
  /** 1-based, as `sessions show --turn` counts. */
  readonly turn: number;
  readonly messageIds: readonly string[];
}

/** The part of a conversation that an outcome covers. */
export interface OutcomeScope {
  readonly turns: readonly Turn[];
  /** Messages of the active path in these turns. */
  readonly path: readonly Message[];
  /** The same messages by id. */
  readonly byId: ReadonlyMap<string, Message>;
  readonly turnOf: ReadonlyMap<string, number>;
  readonly calls: ReadonlyMap<string, PairedCall>;
}

/** Longest line, in characters. */
export const MOST_LINE = 300;
/** As much of a text as can matter to one line of it. */
const MOST_READ = 4 * MOST_LINE;

/** One line of a text, cut at a grapheme boundary. */
export function oneLine(text: string, most = MOST_LINE): string {
  const line = cutAtGrapheme(text, MOST_READ).replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${cutAtGrapheme(line, most - 1).trimEnd()}…`;
}

/** A line of an outcome; null for a blank text. */
export function lineOf(text: string, facts: Omit<OutcomeLine, 'text'>): OutcomeLine | null {
  const line = oneLine(text);
  return line === '' ? null : { text: line, ...facts };
}
