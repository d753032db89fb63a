import type { AppContext } from '../app/context.ts';
import type { CopyRefusal } from '../app/copy-plan.ts';
import type { ReadOutside } from '../app/forget-memories.ts';
import type { SessionScope } from '../app/list-sessions.ts';
import type { NativeChangeCode, NativeTools } from '../app/ports/native-writer.ts';
import type { MemoryNothing, MemoryRefusal } from '../domain/memory-decide.ts';
import type { Severity } from '../domain/resume-finding.ts';
import type { NothingCode, SessionRefusal } from '../domain/session-decide.ts';
import type { Verdict } from '../events/resume-data.ts';
import type { LoomError } from '../kernel/loom-error.ts';

/** What a reader is told of a failure. */
export interface WebFailure {
  readonly kind: string;
  readonly code: string;
  readonly message: string;
  readonly hints: readonly string[];
}

/** Words that every face of loom shares. */
export interface WebWords {
  readonly session: (refusal: SessionRefusal) => LoomError;
  readonly memory: (refusal: MemoryRefusal) => LoomError;
  readonly copy: (refusal: CopyRefusal) => LoomError;
  readonly copyChange: (code: NativeChangeCode, count: number) => string;
  readonly nothing: (because: NothingCode) => string;
  readonly nothingOfMemory: (because: MemoryNothing) => string;
  readonly verdict: (verdict: Verdict) => string;
  readonly severity: (severity: Severity) => string;
}

/** What the pages need of the process that serves them. */
export interface WebHost {
  readonly version: string;
  /** 0: any that is free. */
  readonly port: number;
  /** A text that cannot be guessed, of letters, digits, `-` and `_`. */
  readonly secret: () => string;
  /** Opens the store for one request; the caller closes its read model. */
  readonly open: (wish: { readonly write: boolean }) => Promise<AppContext>;
  /** The sessions that pages speak of unless they are asked for others. */
  readonly scope: (app: AppContext) => Promise<SessionScope>;
  /** Files that count as instructions besides the usual ones. */
  readonly policyGlobs: (app: AppContext) => Promise<readonly string[]>;
  /** Reads a file outside the store, such as an export that may hold what is forgotten. */
  readonly readOutside: ReadOutside;
  /** What a fork is made with. */
  readonly nativeTools: () => Promise<NativeTools>;
  readonly failureOf: (error: unknown) => WebFailure;
  readonly words: WebWords;
  /** Throws where the environment shows that no person runs this. */
  readonly requirePerson: (app: AppContext, what: string, command: string) => void;
  /** What a bug looked like, for whoever asked for stack traces. */
  readonly trace: (error: unknown) => void;
}
