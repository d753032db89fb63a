import type { MemoryId, SessionId } from '../kernel/ids.ts';

/** One line of a pane; its text may be untrusted and may be long: what draws it makes it safe and wraps it. */
export interface PaneLine {
  readonly text: string;
  readonly tone?: Tone;
}

export type Tone = 'heading' | 'dim' | 'good' | 'warn' | 'bad';

/** A session as the list shows it. */
export interface SessionRow {
  readonly id: SessionId;
  readonly shortId: string;
  readonly title: string;
  readonly agent: string;
  readonly project: string;
  readonly at: string;
  /** When something last happened, in words. */
  readonly when: string;
  readonly prompts: number | null;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly deleted: boolean;
  readonly active: boolean;
  /** Where it came from, in a word: `fork`, `subagent`; empty for a session of its own. */
  readonly kind: string;
  /** What a search found in it. */
  readonly snippet?: string;
}

/** A record, or what memory is about to tell, as the list shows it. */
export interface MemoryRow {
  /** A record's id; of working context the session it is about. */
  readonly id: MemoryId | SessionId;
  readonly kind: string;
  readonly status: string;
  readonly text: string;
  /** Who or what said it. */
  readonly source: string;
  readonly when: string;
  readonly pinned: boolean;
  readonly instructionShaped: boolean;
}

/** Sessions in a state. */
export const SESSION_STATES = ['recent', 'pinned', 'archived', 'deleted'] as const;
export type SessionListState = (typeof SESSION_STATES)[number];

/** What of memory is looked at. */
export const MEMORY_SECTIONS = [
  'accepted',
  'working context',
  'observations',
  'evidence',
  'superseded',
  'review',
] as const;
export type MemorySection = (typeof MEMORY_SECTIONS)[number];

/** Which sessions are wanted. */
export interface SessionsQuestion {
  readonly everyProject: boolean;
  readonly agent: string | null;
  readonly state: SessionListState;
  /** Words to find in what was said and done; empty for all. */
  readonly words: string;
}

/** Which records are wanted. */
export interface MemoriesQuestion {
  readonly section: MemorySection;
  readonly everyProject: boolean;
  /** Words that they hold; empty for all. */
  readonly words: string;
}

/** A page of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** How many there are; null where that is not counted. */
  readonly total: number | null;
  /** Nothing comes after these rows. */
  readonly complete: boolean;
  /** Something to be told with it. */
  readonly note?: string;
}

/** What a person decided; whoever carries it out is told nothing else. */
export type UiAction =
  | { readonly type: 'rename'; readonly session: SessionId; readonly title: string }
  | { readonly type: 'pin' | 'unpin' | 'archive' | 'restore' | 'delete'; readonly session: SessionId }
  | { readonly type: 'purge'; readonly session: SessionId }
  | { readonly type: 'fork'; readonly session: SessionId; readonly at: string | null }
  | { readonly type: 'export'; readonly session: SessionId; readonly path: string }
  | {
      readonly type: 'accept';
      readonly memory: MemoryId;
      /** What of it was on the screen. */
      readonly shown: string;
      readonly confirmInstruction: boolean;
    }
  | { readonly type: 'reject'; readonly memory: MemoryId }
  | { readonly type: 'forget'; readonly memory: MemoryId }
  | { readonly type: 'confirm' | 'retract' | 'pin-memory' | 'unpin-memory'; readonly memory: MemoryId }
  | {
      readonly type: 'supersede';
      readonly memory: MemoryId;
      /** What of it was on the screen. */
      readonly shown: string;
      /** The record that gives way. */
      readonly old: string;
      readonly confirmInstruction: boolean;
    }
  | {
      readonly type: 'edit';
      readonly memory: MemoryId;
      readonly text: string;
      readonly confirmInstruction: boolean;
    }
  | {
      /** A new text takes the place of an accepted record. */
      readonly type: 'replace';
      readonly memory: MemoryId;
      readonly text: string;
      /** Who accepts it, as asserted; null for whoever sits at this terminal. */
      readonly approvedBy: string | null;
      readonly confirmInstruction: boolean;
    }
  | { readonly type: 'undo'; readonly undo: UndoToken };

/** What takes an action back. */
export type UndoToken =
  | { readonly kind: 'event'; readonly event: string; readonly what: string }
  | { readonly kind: 'delete'; readonly session: SessionId; readonly what: string };

/** What came of an action. A no is a message, too. */
export interface ActionResult {
  readonly ok: boolean;
  readonly message: string;
  readonly undo: UndoToken | null;
  /** It was refused for reading like an instruction to an agent: what a second yes does. */
  readonly insist?: UiAction;
}

/** A resume as it would be. */
export interface ResumePreview {
  readonly verdict: string;
  readonly tone: Tone;
  readonly lines: readonly PaneLine[];
}

/** A proposal with what is like it. */
export interface ReviewPane {
  readonly lines: readonly PaneLine[];
  /** The record that would most likely give way to it. */
  readonly nearest: string | null;
}

/** What the terminal face asks of the rest of loom. Every method may throw; the message of what it throws is shown. */
export interface UiHost {
  readonly sessions: (question: SessionsQuestion, offset: number, limit: number) => Promise<Page<SessionRow>>;
  /** Agents that have sessions here. */
  readonly agents: () => Promise<readonly string[]>;
  readonly preview: (session: SessionId) => Promise<readonly PaneLine[]>;
  /** Compares what a session knew with what is there now. `everyProject`: it is not asked for from where it belongs. */
  readonly judge: (session: SessionId, everyProject: boolean) => Promise<ResumePreview>;
  readonly compare: (a: SessionId, b: SessionId) => Promise<readonly PaneLine[]>;
  /** What a purge of a session would erase, and what it would not reach. */
  readonly purgePlan: (session: SessionId) => Promise<readonly PaneLine[]>;
  readonly memories: (question: MemoriesQuestion) => Promise<Page<MemoryRow>>;
  readonly record: (row: MemoryRow, section: MemorySection) => Promise<readonly PaneLine[]>;
  readonly review: (memory: MemoryId) => Promise<ReviewPane>;
  readonly act: (action: UiAction) => Promise<ActionResult>;
  /** What a failure is called. */
  readonly explain: (error: unknown) => string;
  /** Told what is said on stderr while the screen is shown; `null` to say it there again. */
  readonly divertNotices: (sink: ((text: string) => void) | null) => void;
  readonly terminal: UiTerminal;
  readonly start: UiStart;
}

/** The terminal. */
export interface UiTerminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly color: boolean;
  /** Whether it shows more than ASCII. */
  readonly unicode: boolean;
}

/** How the screen was left. */
export type UiOutcome =
  | { readonly kind: 'quit' }
  | {
      readonly kind: 'resume';
      readonly session: SessionId;
      readonly how: 'exec' | 'print';
      readonly everyProject: boolean;
    }
  | { readonly kind: 'chosen'; readonly session: SessionId; readonly everyProject: boolean };

/** How the screen begins. */
export interface UiStart {
  /** Browse, or pick one session. */
  readonly purpose: 'browse' | 'pick';
  readonly everyProject: boolean;
  readonly agent: string | null;
  readonly tab: 'sessions' | 'memory';
  readonly words: string;
}
