/**
 * What the judging of a resume sees: plain data that was gathered before. No judge looks at a clock, a file or a locale.
 */
import type { AgentName } from '../events/agents.ts';
import type { ProcessMark } from '../events/session-data.ts';
import type { ProjectSnapshot } from '../events/snapshot-data.ts';
import type { ProjectId, SessionId } from '../kernel/ids.ts';
import type { SessionBaselines } from './session-baselines.ts';
import type { ContentNow, WorktreeComparison } from './worktree-comparison.ts';

/** How a folder stands to the session's project. */
export type PlaceStanding = 'same' | 'linked' | 'other' | 'unsure' | 'none' | 'gone';

/** Where the session was, and where it would go on. */
export interface PlaceFacts {
  readonly project: { readonly id: ProjectId; readonly name: string } | null;
  /** Fingerprints disagreed when the project was founded, and no person has said what it is. */
  readonly unconfirmed: boolean;
  /** Folder in which the session began, as it was named; null when nothing tells. */
  readonly began: string | null;
  /** What that folder is now. */
  readonly standing: PlaceStanding;
  /** The folder of the invocation; null when the person said in which project to look. */
  readonly here: { readonly path: string; readonly standing: PlaceStanding; readonly inGit: boolean } | null;
  /** Where the agent would go on; null when no folder of the project was found. */
  readonly chosen: string | null;
}

/** The process that the session was last seen in. */
export interface RunningFacts {
  readonly mark: ProcessMark;
  readonly look: 'alive' | 'gone' | 'elsewhere' | 'unknown';
  readonly isAncestor: boolean;
  /** A session that the same process began later. */
  readonly followedBy: SessionId | null;
  /** Minutes since the session was last seen doing something; never negative. */
  readonly silentMinutes: number;
}

/** One thing of a provider: what the session had, and what is asked for now. */
export interface Choice<T> {
  readonly original: T | null;
  /** Equal to the original unless another was asked for. */
  readonly selected: T | null;
}

/** Who would go on. */
export interface ProviderFacts {
  readonly agent: Choice<AgentName>;
  readonly model: Choice<string>;
  readonly effort: Choice<string>;
  /** The way out needs the agent's program; printing the context does not. */
  readonly needsProgram: boolean;
  /** Name of the program that goes on with such sessions; null when there is none. */
  readonly programName: string | null;
  /** Path of the program; null when it is not on this machine. */
  readonly program: string | null;
  /** Models that the agent's settings allow; null when they do not say. */
  readonly models: readonly string[] | null;
}

/** State of what is kept of the conversation. */
export interface TranscriptFacts {
  /** Events or kept records that a newer loom wrote, or that no importer of this loom reads. */
  readonly newer: number;
  /** Kept records that cannot be read, and source lines that never could. */
  readonly damaged: number;
  /** Line numbers of the source that could not be read, the first ones. */
  readonly malformedLines: readonly number[];
  /** Nothing of a conversation is kept or was recorded. */
  readonly empty: boolean;
  /** A source was imported at all. */
  readonly imported: boolean;
  /** The agent's own file holds this many bytes that are not kept yet; 0 when it is the same, gone or not looked at. */
  readonly behindBytes: number;
  readonly sourcePath: string | null;
}

/** The checkout now, against what the session last knew. */
export interface WorktreeFacts {
  /** What it knew. */
  readonly known: ProjectSnapshot;
  readonly comparison: WorktreeComparison;
  /** `own-commit`: the last commit that the session itself made, which its last snapshot does not know yet. */
  readonly base: 'snapshot' | 'own-commit' | 'inferred';
  /** What was dirty then is known. */
  readonly dirtyKnown: boolean;
  /** The reflog line behind an inferred base. */
  readonly evidence?: string;
  /** Touched paths as older commits hold them that a snapshot after the access named; see {@link committedKey}. */
  readonly committed: ReadonlyMap<string, ContentNow>;
}

/** Everything that the judges look at. */
export interface ResumeFacts {
  readonly session: SessionId;
  readonly place: PlaceFacts;
  /** Null when nobody told in which process it ran. */
  readonly running: RunningFacts | null;
  readonly provider: ProviderFacts;
  readonly transcript: TranscriptFacts;
  readonly baselines: SessionBaselines;
  /** The project now; null when no folder of it was found. */
  readonly now: ProjectSnapshot | null;
  /** Null outside git, without a baseline, and when git could not be asked. */
  readonly worktree: WorktreeFacts | null;
  /** Each touched path as it is now, by absolute path. */
  readonly contents: ReadonlyMap<string, ContentNow>;
  /** Full ids of the commits that the session itself made. */
  readonly ownCommits: ReadonlySet<string>;
  /** What persons confirmed in this project: {@link confirmationKey}. */
  readonly confirmed: ReadonlySet<string>;
  /** Memory that the session was shown and that holds no longer. */
  readonly lapsedMemories: readonly {
    readonly id: string;
    readonly status: string;
    readonly successor: string | null;
  }[];
  /** Keyed digest of a text. */
  readonly digest: (text: string) => string;
}

/** Names a path, relative to the root, in a commit. */
export function committedKey(commit: string, path: string): string {
  return `${commit} ${path}`;
}

/** Names a confirmation: what was accepted, and the state that it was accepted for. */
export function confirmationKey(code: string, after: string): string {
  return `${code} ${after}`;
}
