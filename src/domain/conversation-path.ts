import type { Message } from './conversation.ts';

/** Where the agent itself said that the conversation stands. */
interface LeafHint {
  readonly id: string;
  /** Kept line of the hint; a newer turn elsewhere outweighs it. */
  readonly line: number;
}

/** Whether a message is part of a turn and not a note about the session. */
export function isTurnMessage(message: Message): boolean {
  return (
    message.sidechain !== true &&
    (message.kind === 'prompt' || message.kind === 'answer' || message.kind === 'toolResult')
  );
}

/** Messages by id. */
export function indexMessages(messages: readonly Message[]): ReadonlyMap<string, Message> {
  return new Map(messages.map((message) => [message.id, message]));
}

/** Ids of a message and everything below it. */
export function subtreeOf(messages: readonly Message[], root: string): ReadonlySet<string> {
  const children = new Map<string, string[]>();
  for (const { id, parentId } of messages) {
    if (parentId === null) continue;
    const list = children.get(parentId);
    if (list === undefined) children.set(parentId, [id]);
    else list.push(id);
  }
  const found = new Set<string>([root]);
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child);
  return found;
}

/** The ones among some messages that no other of them stands below: where the tree of these messages ends. */
function endsOf(ones: readonly Message[], messages: readonly Message[]): ReadonlySet<string> {
  const parents = new Map(messages.map(({ id, parentId }) => [id, parentId]));
  const above = new Set<string>();
  for (const { id } of ones) {
    let at = parents.get(id) ?? null;
    // What is above a message that was walked already is known.
    while (at !== null && !above.has(at)) {
      above.add(at);
      at = parents.get(at) ?? null;
    }
  }
  return new Set(ones.filter(({ id }) => !above.has(id)).map(({ id }) => id));
}

/** What the agent adds to the records when it comes to the active leaf. */
export interface LeafHints {
  readonly hint?: LeafHint;
  /** Messages that are about the client, not about the work: an exit command and what answers it. */
  readonly aside?: ReadonlySet<string>;
  /** Messages that the source no longer holds: reachable as branches, never where the conversation stands. */
  readonly dropped?: ReadonlySet<string>;
}

/**
 * Finds the active leaf: the newest turn message in record order, unless the agent named another branch later. Exit
 * commands, exit markers and other notes written last are not turns; where they follow the newest turn they stay on its
 * path.
 */
export function findActiveLeaf(
  messages: readonly Message[],
  { hint, aside = new Set(), dropped = new Set() }: LeafHints = {},
): Message | undefined {
  const isThere = (message: Message): boolean => isTurnMessage(message) && !dropped.has(message.id);
  const isWork = (message: Message): boolean => isThere(message) && !aside.has(message.id);
  const newest =
    messages.findLast(isWork) ??
    messages.findLast(isTurnMessage) ??
    messages.findLast((message) => message.sidechain !== true);
  if (newest === undefined) return undefined;
  const hinted = messages.find(({ id, sidechain }) => id === hint?.id && sidechain !== true && !aside.has(id));
  const start = hint === undefined || hinted === undefined || newest.line > hint.line ? newest : hinted;
  const lastBelow = (top: Message, isOne: (message: Message) => boolean): Message => {
    const below = subtreeOf(messages, top.id);
    const ends = endsOf(
      messages.filter((message) => isOne(message) && below.has(message.id)),
      messages,
    );
    return messages.findLast(({ id }) => ends.has(id)) ?? top;
  };
  return lastBelow(lastBelow(start, isWork), isThere);
}

function chainTo(leaf: Message, byId: ReadonlyMap<string, Message>): Message[] {
  const chain: Message[] = [];
  const seen = new Set<string>();
  for (
    let at: Message | undefined = leaf;
    at !== undefined && !seen.has(at.id);
    at = at.parentId === null ? undefined : byId.get(at.parentId)
  ) {
    seen.add(at.id);
    if (at.sidechain !== true) chain.push(at);
  }
  return chain.reverse();
}

/** Messages that belong together though the tree forks at them: parts of one API message, and results of its calls. */
interface Siblings {
  readonly byApiId: ReadonlyMap<string, readonly Message[]>;
  readonly resultsOf: ReadonlyMap<string, readonly Message[]>;
}

function addTo(map: Map<string, Message[]>, key: string, message: Message): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [message]);
  else list.push(message);
}

function gatherSiblings(messages: readonly Message[]): Siblings {
  const byApiId = new Map<string, Message[]>();
  const resultsOf = new Map<string, Message[]>();
  for (const message of messages.filter(isTurnMessage)) {
    if (message.kind === 'answer' && message.apiId !== undefined) addTo(byApiId, message.apiId, message);
    if (message.kind === 'toolResult') for (const callId of resultIds(message)) addTo(resultsOf, callId, message);
  }
  return { byApiId, resultsOf };
}

function resultIds(message: Message): readonly string[] {
  return message.content.flatMap((block) => (block.type === 'toolResult' ? [block.callId] : []));
}

function relatives(message: Message, siblings: Siblings): readonly Message[] {
  if (message.kind !== 'answer') return [];
  const calls = message.content.flatMap((block) =>
    block.type === 'toolCall' ? (siblings.resultsOf.get(block.id) ?? []) : [],
  );
  return message.apiId === undefined ? calls : [...(siblings.byApiId.get(message.apiId) ?? []), ...calls];
}

/** Puts the side messages of parallel tool calls where they were recorded. Chain order is kept whatever the record order. */
function mergeByRecordOrder(
  chain: readonly Message[],
  extras: readonly Message[],
  order: ReadonlyMap<string, number>,
): readonly string[] {
  const place = (message: Message): number => order.get(message.id) ?? 0;
  const sorted = [...extras].sort((a, b) => place(a) - place(b));
  const path: string[] = [];
  let next = 0;
  for (const message of chain) {
    for (; next < sorted.length && path.length > 0 && place(sorted[next] as Message) < place(message); next += 1)
      path.push((sorted[next] as Message).id);
    path.push(message.id);
  }
  for (; next < sorted.length; next += 1) path.push((sorted[next] as Message).id);
  return path;
}

/**
 * The ids from root to leaf, with all results of parallel tool calls on the way. Sidechains are left out.
 */
export function tracePath(messages: readonly Message[], leaf: Message | undefined): readonly string[] {
  if (leaf === undefined) return [];
  const chain = chainTo(leaf, indexMessages(messages));
  const siblings = gatherSiblings(messages);
  const onPath = new Set(chain);
  for (const message of onPath) for (const relative of relatives(message, siblings)) onPath.add(relative);
  if (onPath.size === chain.length) return chain.map((message) => message.id);
  const inChain = new Set(chain);
  const order = new Map(messages.map((message, index) => [message.id, index]));
  return mergeByRecordOrder(
    chain,
    [...onPath].filter((message) => !inChain.has(message)),
    order,
  );
}
