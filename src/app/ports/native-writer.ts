import type { Conversation } from '../../domain/conversation.ts';
import type { AgentName } from '../../events/agents.ts';
import type { IsoTime } from '../../kernel/ids.ts';
import type { Randomness } from '../../kernel/sources.ts';
import type { SourceFile } from './importer.ts';
import type { KeptRecord } from './transcripts.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Something of the original that a copy does not carry, or carries otherwise; told to the person. */
export interface NativeChange {
  readonly code: NativeChangeCode;
  readonly count: number;
}

export type NativeChangeCode =
  | 'redacted'
  | 'damaged'
  | 'interrupted-tool'
  | 'orphan-result'
  | 'repeated'
  | 'unsigned-thinking'
  | 'thinking'
  | 'lost-media'
  | 'lost-text'
  | 'permissions'
  | 'metadata'
  | 'branches'
  | 'subagents'
  | 'tool-calls'
  | 'notices'
  | 'captured';

/** A kept record made whole for a copy: redacted with the present rules, blobs put back. */
export interface WholeRecord extends KeptRecord {
  /** JSON pointers of strings that a secret was taken out of. */
  readonly redacted: ReadonlySet<string>;
  /** JSON pointers of strings whose blob is not here any more. */
  readonly lost: ReadonlySet<string>;
}

/** What a copy is made of. */
export interface NativeOriginal {
  readonly records: readonly WholeRecord[];
  readonly conversation: Conversation;
  /** Ids of the messages to copy, in order; null for the whole session with its branches. */
  readonly path: readonly string[] | null;
  /** Base64 of an image or file that a blob holds; `undefined` when it is not kept any more. */
  readonly media: (sha256: string) => string | undefined;
}

/** Who the copy is. */
export interface NativeTarget {
  readonly nativeId: string;
  /** Folder that the agent will work in. */
  readonly cwd: string;
  readonly branch?: string;
  readonly title?: string;
  readonly model?: string;
  readonly at: IsoTime;
}

/** Records of a session file, in order, and what they lack. */
export interface NativeCopy {
  readonly records: readonly { readonly value: unknown; readonly at: IsoTime | null }[];
  readonly changes: readonly NativeChange[];
}

/** Where an agent looks for a session. */
export interface NativePlace {
  /** The agent's own folder, which must be there. */
  readonly home: string;
  readonly path: string;
}

/** How a session of an agent is written so that the agent's own resume accepts it. One value per agent. Pure. */
export interface NativeWriter {
  readonly agent: AgentName;
  /** A new id in the agent's shape. */
  mintNativeId(random: Randomness, millis: number): string;
  /**
   * Where the agent looks for a session of this folder (links resolved). `folders`: what is there in a folder, for names
   * that cannot be computed. `undefined` when the place cannot be told.
   */
  place(
    env: Env,
    session: { readonly nativeId: string; readonly cwd: string; readonly at: IsoTime },
    folders: (path: string) => readonly string[],
  ): NativePlace | undefined;
  /** Records of this agent, copied under another id. */
  copy(original: NativeOriginal, target: NativeTarget): NativeCopy;
  /** A conversation of any agent in this agent's records. */
  compose(original: Omit<NativeOriginal, 'records'>, target: NativeTarget): NativeCopy;
}

/** A session file that is written and synced, and does not have its name yet. */
export interface StagedFile {
  /** For reading it back. */
  readonly file: SourceFile;
  /** Gives it its name; throws LoomError `refused`/`file-exists` rather than replace anything. */
  publish(): void;
  /** Removes what was written, under whichever name; repeatable. */
  withdraw(): void;
}

/** Session files of other tools: written whole, under a name that was free, or not at all. */
export interface NativeFiles {
  /** The folder with links resolved; `undefined` when there is none. */
  realFolder(path: string): string | undefined;
  /** Names in a folder; none for what is no folder. */
  names(path: string): readonly string[];
  /**
   * Writes and syncs a file beside its final name. Folders between `home` and the file are made, 0700. Throws LoomError
   * `not-found`/`agent-not-here` when `home` is no folder, `storage`/`native-not-written` when writing fails.
   */
  stage(place: NativePlace, lines: Iterable<string>): StagedFile;
}

/** What writing native sessions needs beyond the context; opened only by commands that do. */
export interface NativeTools {
  readonly writerFor: (agent: AgentName) => NativeWriter | undefined;
  readonly files: NativeFiles;
  readonly random: Randomness;
}
