import type { AgentName } from '../../events/agents.ts';
import type { EventType } from '../../events/catalogue.ts';
import type { ProcessMark } from '../../events/session-data.ts';

/** One thing that a hook call tells; not yet redacted, nothing of it written. */
export interface CapturedFact {
  readonly type: EventType;
  /** Native key that makes it one fact with the same thing in the agent's transcript. */
  readonly key?: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Words of a prompt or an answer: they go into the event, or into a blob when they are long. */
  readonly text?: string;
  /** Words of which only a keyed digest is written. */
  readonly digested?: string;
  /** The call of a tool event, for the paths that it names. */
  readonly call?: { readonly name: string; readonly input: unknown };
}

/** What moment of a session a hook call stands for. */
export type HookMoment = 'session-start' | 'prompt' | 'tool' | 'stop' | 'session-end' | 'other';

/** How a session began, as its agent says. */
export type StartSource = 'startup' | 'resume' | 'clear' | 'compact' | 'fork';

/** One hook call, understood. */
export interface HookReading {
  /** The agent's own name of the event; an answer names it. */
  readonly event?: string;
  readonly nativeId: string;
  readonly cwd: string | null;
  readonly moment: HookMoment;
  /** The session's start may not have been seen: it is told again, and counts once. */
  readonly begins?: boolean;
  /** For `session-start`. */
  readonly source?: StartSource;
  readonly title?: string;
  /** Native id of the session that this subagent works for, or that this fork was made of. */
  readonly parent?: string;
  /** A subagent, unless said otherwise. */
  readonly parentKind?: 'subagent' | 'fork';
  /** When it happened, in milliseconds since the epoch, where that is not now. */
  readonly at?: number;
  /** The agent's process, where the hook can tell it. */
  readonly process?: ProcessMark;
  /** The agent's transcript of this session, where it says so. */
  readonly transcript?: string;
  readonly agentVersion?: string;
  /** A tool ran whose effects on the checkout are not named: HEAD is looked at after it. */
  readonly shell?: boolean;
  readonly facts: readonly CapturedFact[];
}

/** What an agent takes for text that loom adds to a session's context. */
export interface HookAnswer {
  /** The agent's own name of the event that is answered. */
  readonly event: string;
  readonly text: string;
}

/** Who tells of an agent. */
export interface CaptureSource {
  readonly agent: AgentName;
  /** By what it is told; a hook unless said otherwise. */
  readonly kind?: 'hook' | 'acp';
}

/** What was told, and by whom. */
export interface Told {
  readonly source: CaptureSource;
  readonly reading: HookReading;
}

/** One agent's hooks: payload → what it tells, and what may be answered. Pure. */
export interface HookAgent extends CaptureSource {
  /** `undefined` for a payload that is none of this agent's, or tells nothing. Never throws. */
  read(
    payload: Readonly<Record<string, unknown>>,
    env: Readonly<Record<string, string | undefined>>,
  ): HookReading | undefined;
  /** The bytes that inject a text at the start of a session; absent where the agent takes none. */
  answer?(answer: HookAnswer): string;
}
