import type { Repair } from './conversation.ts';

/**
 * A record as a link of the tree. Records that are no message link messages too: hooks and progress records stand
 * between a prompt and its answer.
 */
export interface TreeEntry {
  readonly id: string;
  /** Native parent; null: says it is a root; undefined: the format or record says nothing. */
  readonly parent: string | null | undefined;
  /** Parent across a compaction. */
  readonly logicalParent?: string;
  /** What it is to the tree. `turn`: a prompt, answer or tool result; `join`: compaction boundary or summary; `note`: another message. */
  readonly rank: 'turn' | 'join' | 'note' | 'link';
  /** For `turn`: a person's prompt, which may begin a tree of its own. */
  readonly isPrompt?: boolean;
  /** Thread: empty for the session's own, else a subagent's. */
  readonly thread: string;
  readonly line: number;
}

/** Parent of every message entry: the nearest message above it; null for a root. */
export interface LinkedTree {
  readonly parentOf: ReadonlyMap<string, string | null>;
  readonly repairs: readonly Repair[];
}

interface Linking {
  readonly byId: ReadonlyMap<string, TreeEntry>;
  /** Some record names a parent that is here; else the order of records is all there is. */
  readonly hasLinks: boolean;
  /** Newest entry of each thread that history can go on from. */
  readonly newest: Map<string, string>;
  readonly repairs: Repair[];
}

function repair(code: Repair['code'], entry: TreeEntry, message: string): Repair {
  return { code, message, line: entry.line, messageId: entry.id };
}

/** Joins an entry whose parent is unknown to the newest record before it, so that nothing before it becomes unreachable. */
function joinToPrevious(linking: Linking, entry: TreeEntry): string | null {
  const previous = linking.newest.get(entry.thread) ?? null;
  if (entry.rank === 'join') {
    if (previous !== null)
      linking.repairs.push(repair('joined-compaction', entry, 'joined to the record before the compaction'));
  } else if (typeof entry.parent === 'string' && entry.rank !== 'link') {
    const where = previous === null ? 'taken as a beginning' : 'joined to the record before it';
    linking.repairs.push(repair('dangling-parent', entry, `its parent ${entry.parent} is not here; ${where}`));
  }
  return previous;
}

function upOf(linking: Linking, entry: TreeEntry): string | null {
  const { parent, logicalParent } = entry;
  if (typeof parent === 'string' && parent !== entry.id && linking.byId.has(parent)) return parent;
  if (logicalParent !== undefined && logicalParent !== entry.id && linking.byId.has(logicalParent)) {
    linking.repairs.push(repair('joined-compaction', entry, 'joined across the compaction'));
    return logicalParent;
  }
  const isRoot =
    parent === null && linking.hasLinks && entry.rank !== 'join' && (entry.rank !== 'turn' || entry.isPrompt === true);
  return isRoot ? null : joinToPrevious(linking, entry);
}

/** The entry above each entry. */
function linkUp(entries: readonly TreeEntry[], repairs: Repair[]): Map<string, string | null> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const linking: Linking = {
    byId,
    hasLinks: entries.some(({ id, parent }) => typeof parent === 'string' && parent !== id && byId.has(parent)),
    newest: new Map(),
    repairs,
  };
  const up = new Map<string, string | null>();
  for (const entry of entries) {
    up.set(entry.id, upOf(linking, entry));
    if (entry.rank === 'turn' || entry.rank === 'join') linking.newest.set(entry.thread, entry.id);
  }
  return up;
}

/** Cuts every cycle at one place, so that each walk towards the root ends. */
function cutCycles(entries: readonly TreeEntry[], up: Map<string, string | null>, repairs: Repair[]): void {
  const done = new Set<string>();
  for (const entry of entries) {
    const walked = new Set<string>();
    let below = entry.id;
    for (let at: string | null = entry.id; at !== null && !done.has(at); at = up.get(at) ?? null) {
      if (walked.has(at)) {
        repairs.push({ code: 'cycle', message: `${below} named its own descendant ${at} as parent`, messageId: below });
        up.set(below, null);
        break;
      }
      walked.add(at);
      below = at;
    }
    for (const id of walked) done.add(id);
  }
}

/** Nearest message above, with what was found on the way remembered, so that long runs of links cost one walk. */
function nearestMessage(
  start: string | null,
  {
    up,
    links,
    known,
  }: {
    readonly up: ReadonlyMap<string, string | null>;
    readonly links: ReadonlySet<string>;
    readonly known: Map<string, string | null>;
  },
): string | null {
  const passed: string[] = [];
  let at = start;
  while (at !== null && links.has(at)) {
    const answer = known.get(at);
    if (answer !== undefined) {
      at = answer;
      break;
    }
    passed.push(at);
    at = up.get(at) ?? null;
  }
  for (const id of passed) known.set(id, at);
  return at;
}

/**
 * Links messages into a tree. Every id appears once in `entries`. Parents may come after their children; unknown parents
 * are joined to what came before; cycles are cut; compactions are joined. Linear in the number of entries, no recursion.
 */
export function linkMessages(entries: readonly TreeEntry[]): LinkedTree {
  const repairs: Repair[] = [];
  const up = linkUp(entries, repairs);
  cutCycles(entries, up, repairs);
  const links = new Set(entries.filter((entry) => entry.rank === 'link').map((entry) => entry.id));
  const known = new Map<string, string | null>();
  const parentOf = new Map<string, string | null>();
  for (const entry of entries) {
    if (entry.rank !== 'link') parentOf.set(entry.id, nearestMessage(up.get(entry.id) ?? null, { up, links, known }));
  }
  return { parentOf, repairs };
}
