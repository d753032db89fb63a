import type { Conversation, Message } from './conversation.ts';
import { indexMessages, tracePath } from './conversation-path.ts';
import { foldTurns, type Turn } from './turns.ts';

/** Where a copy of a conversation ends. */
export interface ForkPoint {
  /** Ids of the messages it holds, in order. */
  readonly path: readonly string[];
  /** The last message of it; null for a conversation without messages. */
  readonly at: string | null;
  /** 1-based number of the turn it ends in; 0 before the first. */
  readonly turn: number;
  readonly turns: number;
  /** The wanted end would have parted a tool call from its result: it was moved behind the results. */
  readonly moved: boolean;
}

export type ForkPointOutcome =
  | { readonly ok: true; readonly point: ForkPoint }
  | { readonly ok: false; readonly refusal: ForkPointRefusal };

/** Why there is no such point. */
export type ForkPointRefusal =
  | { readonly code: 'turn-not-found'; readonly turn: number; readonly turns: number }
  | { readonly code: 'fork-point-not-found'; readonly at: string }
  | { readonly code: 'fork-point-ambiguous'; readonly at: string; readonly candidates: readonly string[] }
  | { readonly code: 'fork-point-in-subagent'; readonly at: string };

const TURN = /^(?:turn:)?(\d{1,9})$/i;
const SHORTEST_PREFIX = 4;

/** Calls whose results are needed for a valid conversation, and parts of the same API message. */
interface Kin {
  readonly parts: ReadonlyMap<string, readonly number[]>;
  readonly results: ReadonlyMap<string, readonly number[]>;
}

function addTo(map: Map<string, number[]>, key: string, index: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [index]);
  else list.push(index);
}

function gatherKin(path: readonly Message[]): Kin {
  const parts = new Map<string, number[]>();
  const results = new Map<string, number[]>();
  for (const [index, message] of path.entries()) {
    if (message.kind === 'answer' && message.apiId !== undefined) addTo(parts, message.apiId, index);
    for (const block of message.content) if (block.type === 'toolResult') addTo(results, block.callId, index);
  }
  return { parts, results };
}

function kinOf(message: Message, { parts, results }: Kin): readonly number[] {
  if (message.kind !== 'answer') return [];
  const calls = message.content.flatMap((block) => (block.type === 'toolCall' ? (results.get(block.id) ?? []) : []));
  return message.apiId === undefined ? calls : [...calls, ...(parts.get(message.apiId) ?? [])];
}

/** The first messages of a path up to one of them, with the results of their calls and the rest of their answers. */
function prefixOf(path: readonly Message[], last: number): readonly Message[] {
  const kin = gatherKin(path);
  const chosen = new Set<number>();
  for (let index = 0; index <= last; index += 1) chosen.add(index);
  for (const index of chosen) {
    const message = path[index];
    if (message !== undefined) for (const other of kinOf(message, kin)) chosen.add(other);
  }
  return path.filter((_, index) => chosen.has(index));
}

function turnOf(turns: readonly Turn[], path: readonly Message[]): number {
  const ids = new Set(path.map(({ id }) => id));
  return turns.findLastIndex((turn) => turn.messageIds.some((id) => ids.has(id))) + 1;
}

/** The message that a text names: its id, a tool call in it, or a prefix of either of at least four characters. */
function findMessage(conversation: Conversation, at: string): Message | ForkPointRefusal {
  const own = conversation.messages.find(({ id }) => id === at) ?? findByCall(conversation, (id) => id === at)[0];
  if (own !== undefined) return own;
  if (at.length < SHORTEST_PREFIX) return { code: 'fork-point-not-found', at };
  const byPrefix = conversation.messages.filter(({ id }) => id.startsWith(at));
  const found = [...new Set([...byPrefix, ...findByCall(conversation, (id) => id.startsWith(at))])];
  if (found.length > 1) return { code: 'fork-point-ambiguous', at, candidates: found.slice(0, 10).map(({ id }) => id) };
  return found[0] ?? { code: 'fork-point-not-found', at };
}

function findByCall(conversation: Conversation, matches: (id: string) => boolean): readonly Message[] {
  return conversation.messages.filter(({ content }) =>
    content.some((block) => block.type === 'toolCall' && matches(block.id)),
  );
}

function endAtTurn(conversation: Conversation, turns: readonly Turn[], wanted: number): ForkPointOutcome {
  const turn = wanted < 1 ? undefined : turns[wanted - 1];
  if (turn === undefined) return { ok: false, refusal: { code: 'turn-not-found', turn: wanted, turns: turns.length } };
  const path = activeMessages(conversation);
  const last = path.findLastIndex(({ id }) => turn.messageIds.includes(id));
  const chosen = prefixOf(path, last);
  return {
    ok: true,
    point: { ...pointOf(chosen, turns), turn: wanted, moved: false },
  };
}

function activeMessages({ messages, activePath }: Conversation): readonly Message[] {
  const byId = indexMessages(messages);
  return activePath.flatMap((id) => byId.get(id) ?? []);
}

function pointOf(path: readonly Message[], turns: readonly Turn[]): ForkPoint {
  return {
    path: path.map(({ id }) => id),
    at: path.at(-1)?.id ?? null,
    turn: turnOf(turns, path),
    turns: turns.length,
    moved: false,
  };
}

function endAtMessage(conversation: Conversation, turns: readonly Turn[], message: Message): ForkPoint {
  const path = activeMessages(conversation);
  const index = path.findIndex(({ id }) => id === message.id);
  if (index !== -1) {
    const chosen = prefixOf(path, index);
    return { ...pointOf(chosen, turns), moved: chosen.length > index + 1 };
  }
  // On another branch: the line that leads to it.
  const byId = indexMessages(conversation.messages);
  const line = tracePath(conversation.messages, message).flatMap((id) => byId.get(id) ?? []);
  return { ...pointOf(line, turns), moved: line.at(-1)?.id !== message.id };
}

/**
 * Finds where a copy of a conversation ends. `at`: `turn:N` or `N` (the end of a turn, 1 is the first), a message's id, a
 * tool call's id, or the beginning of one; absent: the end. Calls and their results stay together.
 */
export function findForkPoint(conversation: Conversation, at: string | undefined): ForkPointOutcome {
  const turns = foldTurns(conversation);
  if (at === undefined) return { ok: true, point: pointOf(activeMessages(conversation), turns) };
  const turn = TURN.exec(at)?.[1];
  if (turn !== undefined) return endAtTurn(conversation, turns, Number(turn));
  const found = findMessage(conversation, at);
  if ('code' in found) return { ok: false, refusal: found };
  if (found.sidechain === true) return { ok: false, refusal: { code: 'fork-point-in-subagent', at } };
  return { ok: true, point: endAtMessage(conversation, turns, found) };
}
