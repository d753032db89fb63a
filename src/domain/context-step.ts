import type { IsoTime } from '../kernel/ids.ts';

/** What a text of the user's side is: a person typed it, an agent or harness added it, or a tool or compaction left it. */
export type UserText = 'prompt' | 'injected' | 'notice' | 'summary' | 'result' | 'preface';

/** How a call ended. `interrupted`: no result was recorded. */
export interface CallResult {
  /** Never empty. */
  readonly text: string;
  readonly isError: boolean;
  readonly interrupted: boolean;
}

/** A tool call with its result, so that nothing can part them. */
export interface CallPart {
  readonly type: 'call';
  /** Unique in the context; letters, digits, `_` and `-`, at most 40. */
  readonly id: string;
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  /** Always an object, as the APIs want it. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: CallResult;
}

/** One piece of a step. Texts are never blank. */
export type ContextPart =
  | { readonly type: 'text'; readonly from: UserText | 'answer'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string; readonly signature?: string }
  | CallPart;

/**
 * What one side said at once: the user's side, or one answer of a model with the results of its calls. The unit of a
 * context: it is kept, shortened or left out as a whole.
 */
export interface ContextStep {
  readonly role: 'user' | 'assistant';
  /** 1-based, as `sessions show --turn` counts. */
  readonly turn: number;
  readonly at: IsoTime | null;
  /** Messages of the conversation that it stands for, results included. */
  readonly messageIds: readonly string[];
  readonly parts: readonly ContextPart[];
}

/** Formats of a context. `json` is loom's own shape. */
export type ContextFormat = 'markdown' | 'anthropic' | 'openai' | 'json';
