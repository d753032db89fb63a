import type { Conversation } from '../domain/conversation.ts';
import { insertPrompts } from '../domain/insert-prompts.ts';
import type { SessionState } from '../domain/session-state.ts';
import { textOf } from '../domain/turns.ts';
import { type CapturedPrompt, type KeptPrompt, pairPrompts, unpairedPrompts } from '../domain/unpaired-prompts.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { factTail } from '../events/event-id.ts';
import { encodeCrockford } from '../kernel/crockford.ts';
import type { SessionId } from '../kernel/ids.ts';
import { instantMillis } from '../kernel/instant.ts';
import { capturedConversation } from './captured-conversation.ts';
import { capturedText } from './captured-text.ts';
import type { AppContext } from './context.ts';
import { sessionEvents } from './session-history.ts';

type Prompt = Extract<LoomEvent, { type: 'prompt.submitted' }>;

/** How far apart, in milliseconds, a hook and a process before the agent tell of one prompt. */
const SAME_PROMPT = 60_000;

/** Prompts that `loom acp` told and a hook as well, since it ran before it could know: those of the hook count. */
function toldTwice(prompts: readonly Prompt[]): ReadonlySet<Prompt> {
  const hooked = prompts.filter(({ by }) => by.kind === 'hook');
  const twice = new Set<Prompt>();
  for (const prompt of prompts) {
    const { by, at, data } = prompt;
    if (by.kind !== 'acp' || data.textDigest === undefined) continue;
    const twin = hooked.findIndex(
      (one) =>
        one.data.textDigest === data.textDigest && Math.abs(instantMillis(one.at) - instantMillis(at)) <= SAME_PROMPT,
    );
    if (twin === -1) continue;
    hooked.splice(twin, 1);
    twice.add(prompt);
  }
  return twice;
}

/** The prompts that were recorded live among the events of a session. */
export function capturedPromptsOf(
  app: AppContext,
  session: SessionId,
  events: readonly LoomEvent[],
): readonly CapturedPrompt[] {
  const told = events.filter((event) => event.type === 'prompt.submitted');
  const twice = toldTwice(told);
  const prompts: CapturedPrompt[] = [];
  for (const event of told) {
    if (twice.has(event)) continue;
    const { id, at, data } = event;
    const attached = data.kind === 'attached' ? ({ attached: true } as const) : {};
    prompts.push({ id, at, text: capturedText(app, session, data), ...attached });
  }
  return prompts;
}

/** Native keys of the prompts of a kept transcript, by message. */
function keysByMessage(app: AppContext, state: SessionState): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, readonly string[]>();
  const importer = app.importerFor(state.agent);
  if (importer === undefined || state.transcript === null) return keys;
  for (const event of importer.eventsOf(app.transcripts.records(state.id, state.transcript.keptLength))) {
    if (event.type !== 'prompt.submitted' || event.messageId === undefined) continue;
    const { promptId } = event.data;
    keys.set(event.messageId, typeof promptId === 'string' ? [event.key, promptId] : [event.key]);
  }
  return keys;
}

function keptPrompts(app: AppContext, state: SessionState, conversation: Conversation): readonly KeptPrompt[] {
  const keys = keysByMessage(app, state);
  const { agent, nativeId } = state;
  const tailOf = (key: string) =>
    encodeCrockford(factTail({ agent, nativeId, key, type: 'prompt.submitted' }, app.sha256)).toUpperCase();
  return conversation.messages
    .filter((message) => message.kind === 'prompt')
    .map(({ id, at, content }) => ({
      tails: (keys.get(id) ?? []).map(tailOf),
      at,
      text: textOf(content),
      messageId: id,
    }));
}

/**
 * A conversation with the prompts that were recorded live and that its transcript lacks, and how many these are. Where there is
 * no transcript, all that was recorded live.
 */
export function withCapturedFacts(
  app: AppContext,
  state: SessionState,
  conversation: Conversation,
): { readonly conversation: Conversation; readonly added: number } {
  const { prompts, answers, toolCalls } = state.captured;
  if (prompts + (state.transcript === null ? answers + toolCalls : 0) === 0) return { conversation, added: 0 };
  return withLackingFacts(app, state, { conversation, events: sessionEvents(app, state.id) });
}

/** The same with events that were read already. */
export function withLackingFacts(
  app: AppContext,
  state: SessionState,
  { conversation, events }: { readonly conversation: Conversation; readonly events: readonly LoomEvent[] },
): { readonly conversation: Conversation; readonly added: number } {
  const captured = capturedPromptsOf(app, state.id, events);
  if (state.transcript === null) {
    return { conversation: capturedConversation(app, state, events), added: captured.length };
  }
  if (captured.length === 0) return { conversation, added: 0 };
  const unpaired = unpairedPrompts(captured, keptPrompts(app, state, conversation));
  return { conversation: insertPrompts(conversation, unpaired), added: unpaired.length };
}

/** Messages of the kept transcript whose prompts were recorded live too. */
export function twinMessages(
  app: AppContext,
  state: SessionState,
  { conversation, captured }: { readonly conversation: Conversation; readonly captured: readonly CapturedPrompt[] },
): ReadonlySet<string> {
  const pairs = pairPrompts(captured, keptPrompts(app, state, conversation));
  return new Set([...pairs.values()].flatMap((kept) => kept?.messageId ?? []));
}
