import type { IsoTime } from '../kernel/ids.ts';

/** What can be found. */
export const SEARCH_KINDS = ['memory', 'prompt', 'answer', 'toolCall', 'summary', 'title'] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

/** How the turn of a prompt ended. */
export interface TurnEnd {
  readonly ended: 'answered' | 'interrupted' | 'unanswered';
  /** The beginning of the last answer. */
  readonly answer: string | null;
  readonly toolCalls: number;
  readonly failed: number;
}

/** One thing that can be found: of a session or a memory record. A pure function of kept records and events. */
export interface SearchDocument {
  /** Unique within its subject: message id, call id, or empty for the title and for a memory record. */
  readonly key: string;
  readonly kind: SearchKind;
  readonly at: IsoTime;
  /** Redacted; the beginning of what is longer than {@link MOST_SEARCHED}. */
  readonly text: string;
  /** Characters of the whole text. */
  readonly length: number;
  readonly paths: readonly string[];
  /** Place among the things said in the session; null for what stands beside them. */
  readonly order: number | null;
  /** Another session held it first. */
  readonly inherited: boolean;
  readonly turn: TurnEnd | null;
}

/** Characters of one thing that are searched. */
export const MOST_SEARCHED = 16_384;

/** Estimated tokens of a text. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / 4);
}
