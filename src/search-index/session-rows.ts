import type { SessionState } from '../domain/session-state.ts';
import type { SessionView } from '../domain/session-view.ts';
import { isBackground, isStub, viewSession } from '../domain/session-view-of.ts';
import type { SessionId } from '../kernel/ids.ts';
import { printJson } from '../kernel/json-text.ts';
import type { IndexStore, ListedRow, StoredSession } from './index-store.ts';

/** Fewest characters of a short id. */
export const SHORTEST_ID = 8;
const DEEPEST_LINEAGE = 64;
const NO_PROJECT = '"project":null,';

/** Number of leading characters that two ids share. */
function sharedPrefix(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** The shortest prefix of at least eight characters that tells the id from its neighbours in text order. */
export function shortIdOf(store: IndexStore, id: SessionId): string {
  const shared = store.neighbours(id).map((other) => sharedPrefix(id, other));
  return id.slice(0, Math.max(SHORTEST_ID, ...shared.map((length) => length + 1)));
}

/** Tells whether lists and counts of children include the session. */
export function isThere(state: SessionState): boolean {
  return state.nativeId !== '' && !state.purged && state.deleted === null;
}

/** Ids from the nearest parent to the root; ends at a session that loom does not know, and at a cycle. */
function ancestorsOf(store: IndexStore, state: SessionState): readonly SessionId[] {
  const ancestors: SessionId[] = [];
  let parent = state.parent?.session;
  while (parent !== undefined && parent !== state.id && !ancestors.includes(parent)) {
    if (ancestors.length === DEEPEST_LINEAGE) break;
    ancestors.push(parent);
    parent = store.session(parent)?.state.parent?.session;
  }
  return ancestors;
}

/** All sessions below this one. */
export function descendantsOf(store: IndexStore, id: SessionId): ReadonlySet<SessionId> {
  const found = new Set<SessionId>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const child of store.childrenOf(next)) {
      if (child === id || found.has(child)) continue;
      found.add(child);
      open.push(child);
    }
  }
  return found;
}

/** Renders a session from what the store holds of it and of its family. */
export function renderRow(store: IndexStore, { state, summary }: StoredSession, shortId: string): ListedRow {
  const children = store.childrenOf(state.id).filter((id) => {
    const child = store.session(id)?.state;
    return child !== undefined && isThere(child);
  });
  const view = viewSession({
    state,
    summary: summary?.summary ?? null,
    project: null,
    shortId,
    children: children.length,
    parent: state.parent === null ? undefined : store.session(state.parent.session)?.state,
    ancestors: ancestorsOf(store, state),
  });
  return { ...splitView(view), ...filtersOf(view, state) };
}

function filtersOf(view: SessionView, state: SessionState): Omit<ListedRow, 'head' | 'tail'> {
  return {
    id: view.id,
    listed: state.nativeId !== '' && !state.purged,
    stub: isStub(view),
    sortAt: view.sortAt,
    project: state.project,
    linked: state.linked,
    agent: view.agent,
    archived: view.archived,
    deleted: view.deleted,
    background: isBackground(view),
    nativeId: view.nativeId,
    title: view.title,
    figures: JSON.stringify(figuresOf(view)),
  };
}

function figuresOf({ counts, tokens }: SessionView): readonly (number | null)[] {
  return [counts.prompts - counts.inherited, counts.toolCalls, counts.toolErrors, tokens.input, tokens.output];
}

/** Cuts the JSON where the project goes. No string can hold the mark: a quote inside one is escaped. */
function splitView(view: SessionView): Pick<ListedRow, 'head' | 'tail'> {
  const json = printJson(view);
  const at = json.indexOf(`,${NO_PROJECT}`) + 1;
  return { head: json.slice(0, at + '"project":'.length), tail: json.slice(at + NO_PROJECT.length - 1) };
}
