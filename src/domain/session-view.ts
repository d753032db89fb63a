import type { AgentName } from '../events/agents.ts';
import type { IsoTime, ProjectId, SessionId } from '../kernel/ids.ts';
import type { ConversationCounts, TokenTotals } from './conversation.ts';

/** A session as every command prints it; the minimum fields of docs/json-output.md, in this key order. */
export interface SessionView {
  readonly id: SessionId;
  /** Shortest prefix of `id`, at least 8 characters, that no other session of the store shares. */
  readonly shortId: string;
  readonly nativeId: string;
  readonly agent: AgentName;
  readonly title: string | null;
  readonly titleSource: 'person' | 'custom' | 'ai' | 'summary' | 'prompt' | null;
  readonly project: { readonly id: ProjectId; readonly name: string; readonly path: string } | null;
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly models: readonly string[];
  readonly mode: string | null;
  readonly effort: string | null;
  readonly startedAt: IsoTime | null;
  readonly updatedAt: IsoTime | null;
  readonly endedAt: IsoTime | null;
  readonly status: 'active' | 'closed';
  readonly archived: boolean;
  readonly pinned: boolean;
  readonly deleted: boolean;
  readonly purged: boolean;
  readonly headless: boolean;
  readonly counts: ConversationCounts & { readonly children: number };
  readonly tokens: TokenTotals;
  /** Plausible last activity: what lists sort by. */
  readonly sortAt: IsoTime;
  readonly timeSuspect: boolean;
  readonly parent: { readonly id: SessionId; readonly kind: string; readonly deleted: boolean } | null;
  readonly forkedAt: string | null;
  /** Ids from the nearest parent to the root. */
  readonly ancestors: readonly SessionId[];
  readonly worktree: string | null;
  /** The worktree was there once and is gone now: looked up when the session is shown, `false` until then. */
  readonly worktreeRemoved: boolean;
  readonly trust: 'person' | 'agent' | 'untrusted';
  readonly retention: 'kept';
  /** Where the agent's own file was when its records were last kept, redacted; null for a session without transcript. */
  readonly sourcePath: string | null;
}
