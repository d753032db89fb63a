import type { AgentName } from '../../src/events/agents.ts';

/** An invented session of one agent, as its files lie on a disk. */
export interface ImporterSample {
  readonly agent: AgentName;
  /** Which of the agent's formats. */
  readonly format: string;
  /** Writes the session below an empty folder; returns the path to import. */
  readonly write: (folder: string) => string;
  readonly nativeId: string;
  readonly counts: { readonly prompts: number; readonly answers: number; readonly toolCalls: number };
  /** Adds one prompt and one answer, as the agent would. */
  readonly grow?: (path: string) => void;
  /** Saves the session without its first prompt, and with one prompt more, as a compaction does. */
  readonly rewrite?: (path: string) => void;
  /** Words of the first prompt. */
  readonly firstWords: string;
}
