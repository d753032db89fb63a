import type { Branch, Message } from './conversation.ts';
import { indexMessages } from './conversation-path.ts';

/** Walks from a leaf up to the active path. */
function climb(
  leaf: Message,
  byId: ReadonlyMap<string, Message>,
  onPath: ReadonlySet<string>,
): Pick<Branch, 'forkedFrom' | 'messages'> {
  let messages = 0;
  let at: Message | undefined = leaf;
  while (at !== undefined && !onPath.has(at.id)) {
    messages += 1;
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return { forkedFrom: at?.id ?? null, messages };
}

/** Ids of the active leaf and all that follows it without being a turn: notes written after the last answer fork nothing. */
function tailOf(messages: readonly Message[], leaf: string | undefined): ReadonlySet<string> {
  const tail = new Set<string>();
  if (leaf === undefined) return tail;
  tail.add(leaf);
  for (const { id, parentId } of messages) if (parentId !== null && tail.has(parentId)) tail.add(id);
  return tail;
}

/** Lists the leaves that a person can return to, the active one first, the others in record order. Sidechains are no branches. */
export function listBranches(
  messages: readonly Message[],
  activePath: readonly string[],
  activeLeaf: Message | undefined,
): readonly Branch[] {
  if (activeLeaf === undefined) return [];
  const byId = indexMessages(messages);
  const onPath = new Set(activePath);
  const tail = tailOf(messages, activeLeaf.id);
  const parents = new Set(messages.filter((message) => message.sidechain !== true).map((message) => message.parentId));
  const active: Branch = {
    leaf: activeLeaf.id,
    active: true,
    at: activeLeaf.at,
    forkedFrom: null,
    messages: activePath.length,
  };
  const isLeaf = (m: Message): boolean =>
    m.sidechain !== true && !onPath.has(m.id) && !tail.has(m.id) && !parents.has(m.id);
  const others = messages.filter((message) => isLeaf(message) && message.kind !== 'meta');
  return [
    active,
    ...others.map((leaf): Branch => ({ leaf: leaf.id, active: false, at: leaf.at, ...climb(leaf, byId, onPath) })),
  ];
}
