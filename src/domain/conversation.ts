import type { AgentName } from '../events/agents.ts';
import type { IsoTime } from '../kernel/ids.ts';

/** One piece of a message. Text is as kept: redacted, untrusted, not yet safe to print. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string; readonly signature?: string; readonly encrypted?: boolean }
  | { readonly type: 'toolCall'; readonly id: string; readonly name: string; readonly input: unknown }
  | {
      readonly type: 'toolResult';
      readonly callId: string;
      readonly isError: boolean;
      readonly content: readonly ContentBlock[];
    }
  | { readonly type: 'image' | 'file'; readonly mediaType?: string; readonly blob?: string; readonly name?: string }
  | { readonly type: 'notice'; readonly kind: string; readonly text: string };

/** What an API message cost, in the agent's own figures. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/**
 * What a message is to a reader. `prompt`: a person typed it. `answer`: the model. `toolResult`: a tool.
 * `summary`: text made by a compaction. `meta`: injected by the agent, hooks or harness. `notice`: a fact about the session.
 */
export type MessageKind = 'prompt' | 'answer' | 'toolResult' | 'summary' | 'meta' | 'notice';

/** One entry of the conversation tree. Several records of one API message stay several messages that share `apiId`. */
export interface Message {
  /** Native id where there is one, else `line:<n>` of the kept line. Unique within the conversation. */
  readonly id: string;
  readonly parentId: string | null;
  readonly kind: MessageKind;
  readonly role: 'user' | 'assistant' | 'system';
  readonly at: IsoTime | null;
  readonly content: readonly ContentBlock[];
  readonly apiId?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly usage?: Usage;
  readonly stopReason?: string;
  readonly sidechain?: boolean;
  /** Made by the client, not by a model: a local error text, an interrupt marker. */
  readonly synthetic?: boolean;
  /** For prompts: how it was typed. */
  readonly promptKind?: 'plain' | 'slash' | 'bash' | 'beside-tool-result' | 'queued';
  readonly cwd?: string;
  readonly branch?: string;
  /** Ordinal `n` of the kept line it came from. */
  readonly line: number;
  /** Already held by the session this one continues. */
  readonly inherited?: boolean;
  /** Recorded live and not in the transcript. */
  readonly captured?: boolean;
}

/** A repair or oddity that a view shows; the kept records stay as they are. */
export interface Repair {
  readonly code:
    | 'interrupted-tool'
    | 'orphan-result'
    | 'duplicate-id'
    | 'dangling-parent'
    | 'joined-compaction'
    | 'glued-line'
    | 'cycle'
    | 'malformed-line';
  readonly message: string;
  readonly line?: number;
  readonly messageId?: string;
}

/** A point where the agent replaced history by a summary. */
export interface Compaction {
  readonly id: string;
  readonly at: IsoTime | null;
  readonly trigger?: string;
  readonly preTokens?: number;
  readonly summaryMessageId?: string;
}

/** A leaf of the tree that a person can return to. */
export interface Branch {
  readonly leaf: string;
  readonly active: boolean;
  readonly at: IsoTime | null;
  /** Id of the message where it leaves the active path; null when it shares nothing with it. */
  readonly forkedFrom: string | null;
  readonly messages: number;
}

/** A normalized conversation: a tree of messages with an active leaf. A pure function of kept records. */
export interface Conversation {
  readonly agent: AgentName;
  readonly nativeId: string | null;
  /** All messages in record order, sidechains included. */
  readonly messages: readonly Message[];
  /** Ids from root to active leaf, joined across compactions, sidechains left out. */
  readonly activePath: readonly string[];
  readonly branches: readonly Branch[];
  readonly compactions: readonly Compaction[];
  readonly repairs: readonly Repair[];
}

/** Counts of a conversation by the rules of docs/json-output.md; null where the format does not carry the figure. */
export interface ConversationCounts {
  readonly prompts: number;
  readonly answers: number;
  readonly toolCalls: number;
  readonly toolErrors: number | null;
  /** API errors and other errors the agent recorded. */
  readonly errors: number | null;
  readonly compactions: number | null;
  /** Sidechain messages inside this session's own records. */
  readonly sidechain: number | null;
  /** Prompts that the session it continues already held. */
  readonly inherited: number;
}

/** Token totals in the agent's own figures; null where the format carries none. */
export interface TokenTotals {
  readonly input: number | null;
  readonly output: number | null;
  readonly cacheRead: number | null;
  readonly cacheWrite: number | null;
  /** Whether `input` already contains the cached tokens. */
  readonly inputIncludesCache: boolean;
}

/** What a listing needs to know of a conversation, computed in one pass that keeps no text. */
export interface ConversationSummary {
  readonly counts: ConversationCounts;
  readonly tokens: TokenTotals;
  readonly models: readonly string[];
  /** Earliest and latest record times of any record. */
  readonly startedAt: IsoTime | null;
  readonly updatedAt: IsoTime | null;
  /** Latest record time that is not after the moment of the last sync plus five minutes, nor before 2020. */
  readonly plausibleAt: IsoTime | null;
  /** Some record time is implausible (future, before 2020) or had no zone. */
  readonly timeSuspect: boolean;
  readonly cwd: string | null;
  readonly cwds: readonly string[];
  readonly branch: string | null;
  readonly title: string | null;
  readonly titleSource: 'custom' | 'ai' | 'summary' | 'prompt' | null;
  readonly mode: string | null;
  readonly effort: string | null;
  readonly headless: boolean;
  readonly worktree: string | null;
  readonly agentVersion: string | null;
}
