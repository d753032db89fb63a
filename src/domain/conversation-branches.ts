import type { Branch, Message } from './conversation.ts';
import { indexMessages, subtreeOf } from './conversation-path.ts';

/** Where a message off the active path leaves it, and how many messages lie between, itself included. */
type Distance = Pick<Branch, 'forkedFrom' | 'messages'>;

/** Measures how far messages lie from the active path; what was walked once is remembered. */
function measureFrom(messages: readonly Message[], onPath: ReadonlySet<string>): (leaf: Message) => Distance {
  const byId = indexMessages(messages);
  const known = new Map<string, Distance>();
  return (leaf) => {
    const walked: string[] = [];
    let at: Message | undefined = leaf;
    while (at !== undefined && !onPath.has(at.id) && !known.has(at.id)) {
      walked.push(at.id);
      at = at.parentId === null ? undefined : byId.get(at.parentId);
    }
    let distance: Distance = known.get(at?.id ?? '') ?? { forkedFrom: at?.id ?? null, messages: 0 };
    for (const id of walked.reverse()) {
      distance = { forkedFrom: distance.forkedFrom, messages: distance.messages + 1 };
      known.set(id, distance);
    }
    return distance;
  };
}

/** A conversation whose branches are asked for. */
export interface Branching {
  readonly messages: readonly Message[];
  readonly activePath: readonly string[];
  readonly activeLeaf: Message | undefined;
  /** Messages that were taken back: a branch also where they follow the active leaf. */
  readonly dropped?: ReadonlySet<string>;
}

/** As {@link listBranches}, for formats in which turns can be taken back. */
export function listAllBranches({ messages, activePath, activeLeaf, dropped }: Branching): readonly Branch[] {
  if (activeLeaf === undefined) return [];
  const onPath = new Set(activePath);
  const tail = subtreeOf(messages, activeLeaf.id);
  const parents = new Set(messages.filter((message) => message.sidechain !== true).map((message) => message.parentId));
  const { id: leaf, at } = activeLeaf;
  const active: Branch = { leaf, active: true, at, forkedFrom: null, messages: activePath.length };
  const isTail = (m: Message): boolean => tail.has(m.id) && dropped?.has(m.id) !== true;
  const isLeaf = (m: Message): boolean => m.sidechain !== true && !onPath.has(m.id) && !isTail(m) && !parents.has(m.id);
  const measure = measureFrom(messages, onPath);
  const others = messages.filter((message) => isLeaf(message) && message.kind !== 'meta');
  return [active, ...others.map((end): Branch => ({ leaf: end.id, active: false, at: end.at, ...measure(end) }))];
}

/**
 * Lists the leaves that a person can return to, the active one first, the others in record order. Sidechains are no
 * branches, and neither is what follows the active leaf without being a turn: notes written after the last answer.
 */
export function listBranches(
  messages: readonly Message[],
  activePath: readonly string[],
  activeLeaf: Message | undefined,
): readonly Branch[] {
  return listAllBranches({ messages, activePath, activeLeaf });
}
