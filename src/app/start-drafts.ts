import { estimateTokens } from '../domain/context-budget.ts';
import type { AgentName } from '../events/agents.ts';
import type { EventDraft } from '../events/envelope.ts';
import { type SessionId, sessionStream } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import type { StartFacts } from './assemble-start.ts';
import type { CaptureContext } from './capture-hook.ts';

/** A text that a session was given at its start. */
export interface GivenText {
  readonly session: SessionId;
  readonly agent: AgentName;
  /** What it was made of; null for a page that was rendered earlier. */
  readonly facts: StartFacts | null;
  readonly text: string;
  /** Keyed digest of the text. */
  readonly digest: string;
}

/** Events that say what a session was given: its digest, and which memory was in it. */
export function startDrafts(
  context: Pick<CaptureContext, 'mintEventId' | 'clock'>,
  { session, agent, facts, text, digest }: GivenText,
): readonly EventDraft[] {
  const common = {
    stream: sessionStream(session),
    at: formatInstant(context.clock()),
    by: { kind: 'hook', agent },
    trust: 'untrusted',
  } as const;
  const subjects = (facts?.digest?.items ?? []).map(({ subject }) => subject);
  const memories = subjects.flatMap((subject) => (subject.kind === 'memory' ? [subject.id] : []));
  const findings = facts?.verdict?.findings.length ?? 0;
  const parts = { memory: memories.length, session: subjects.length - memories.length, finding: findings };
  const tokens = estimateTokens(text);
  const assembled = { tokens, ...(facts === null ? {} : { parts }), digest };
  const drafts: EventDraft[] = [{ ...common, id: context.mintEventId(), type: 'context.assembled', data: assembled }];
  if (memories.length > 0)
    drafts.push({ ...common, id: context.mintEventId(), type: 'memory.retrieved', data: { memories, tokens } });
  return drafts;
}
