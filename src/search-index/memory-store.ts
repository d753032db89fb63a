import type { JournalStretch } from '../app/ports/journal.ts';
import type { EventSubject } from '../domain/event-subjects.ts';
import type { MemoryState } from '../domain/memory-state.ts';
import type { MemoryId, ProjectId, SessionId } from '../kernel/ids.ts';
import type {
  IndexStore,
  ListedRow,
  MetaName,
  RowFilter,
  StoredProject,
  StoredSession,
  StoredSource,
} from './index-store.ts';
import { compareRows } from './index-store.ts';

/** Tells whether a list with this filter shows the row, limits aside. */
function passes(row: ListedRow, filter: RowFilter): boolean {
  return (
    row.listed &&
    EQUAL_FIELDS.every((field) => filter[field] === undefined || filter[field] === row[field]) &&
    isWithin(row, filter)
  );
}

const EQUAL_FIELDS = ['agent', 'archived', 'deleted', 'background'] as const;

function isWithin(row: ListedRow, { projects, since, until }: RowFilter): boolean {
  if (projects !== undefined && !touches(row, projects)) return false;
  return (since === undefined || row.sortAt >= since) && (until === undefined || row.sortAt < until);
}

function touches(row: ListedRow, projects: readonly ProjectId[]): boolean {
  return (row.project !== null && projects.includes(row.project)) || row.linked.some((id) => projects.includes(id));
}

/** An index that lives as long as the process: the fallback of the file, and its measure in tests. */
export function createMemoryStore(): IndexStore {
  const meta = new Map<MetaName, string>();
  const sources = new Map<string, StoredSource>();
  const memories = new Map<MemoryId, MemoryState>();
  let projects: ReadonlyMap<ProjectId, StoredProject> = new Map();
  const listed = rowMap();
  return {
    kind: 'memory',
    path: null,
    bytes: () => 0,
    meta: (name) => meta.get(name),
    setMeta: (name, value) => void meta.set(name, value),
    ...sessionMap(),
    ...listed,
    source: (path) => sources.get(path),
    listedSources: (agent) =>
      [...sources].filter(([, { session }]) => {
        const row = listed.row(session);
        return row?.listed === true && !row.deleted && row.agent === agent;
      }),
    putSource: (path, source) => void sources.set(path, source),
    memory: (id) => memories.get(id),
    putMemory: (state) => void memories.set(state.record.id, state),
    memories: () => memories.values(),
    ...stretchMap(),
    projects: () => projects,
    putProjects: (list) => {
      projects = new Map(list.map((project) => [project.id, project]));
    },
    rendering: () => undefined,
    keepRendering: () => undefined,
    write: (work) => work(),
    close: () => undefined,
  };
}

type SessionMethods =
  | 'session'
  | 'sessions'
  | 'putSession'
  | 'sessionCount'
  | 'childrenOf'
  | 'neighbours'
  | 'byFirstRecord';

function sessionMap(): Pick<IndexStore, SessionMethods> {
  const sessions = new Map<SessionId, StoredSession>();
  const children = new Map<SessionId, Set<SessionId>>();
  const firsts = new Map<string, Set<SessionId>>();
  let sorted: SessionId[] | undefined;
  const forget = ({ state }: StoredSession): void => {
    if (state.parent !== null) children.get(state.parent.session)?.delete(state.id);
    if (state.firstRecord !== null) firsts.get(state.firstRecord)?.delete(state.id);
  };
  const note = ({ state }: StoredSession): void => {
    if (state.parent !== null) addTo(children, state.parent.session, state.id);
    if (state.firstRecord !== null) addTo(firsts, state.firstRecord, state.id);
  };
  return {
    session: (id) => sessions.get(id),
    putSession: (session) => {
      const before = sessions.get(session.state.id);
      if (before === undefined) sorted = undefined;
      else forget(before);
      sessions.set(session.state.id, session);
      note(session);
    },
    sessionCount: () => sessions.size,
    sessions: () => sessions.values(),
    childrenOf: (id) => [...(children.get(id) ?? [])].sort(),
    neighbours: (id) => {
      sorted ??= [...sessions.keys()].sort();
      return nextTo(sorted, id);
    },
    byFirstRecord: (digest) => [...(firsts.get(digest) ?? [])].sort(),
  };
}

type StretchMethods = Pick<IndexStore, 'stretches' | 'lastStretch' | 'putStretch' | 'stretchCount'>;

function stretchMap(): StretchMethods {
  const bySubject = new Map<EventSubject, JournalStretch[]>();
  return {
    stretches: (subject) => bySubject.get(subject) ?? [],
    lastStretch: (subject) => bySubject.get(subject)?.at(-1),
    putStretch: (subject, stretch) => {
      const known = bySubject.get(subject) ?? [];
      const last = known.at(-1);
      if (last?.segment === stretch.segment && last.start === stretch.start) known.pop();
      bySubject.set(subject, [...known, stretch]);
    },
    stretchCount: () => [...bySubject.values()].reduce((sum, { length }) => sum + length, 0),
  };
}

type RowMethods = 'row' | 'putRow' | 'rows' | 'rowCount' | 'rowFigures' | 'totalRows' | 'matches';

function rowMap(): Pick<IndexStore, RowMethods> {
  const rows = new Map<SessionId, ListedRow>();
  let sorted: ListedRow[] | undefined;
  const ordered = (): ListedRow[] => {
    sorted ??= [...rows.values()].sort(compareRows);
    return sorted;
  };
  const select = (filter: RowFilter): ListedRow[] => {
    const found = ordered().filter((row) => passes(row, filter));
    const from = filter.offset ?? 0;
    return found.slice(from, filter.limit === undefined ? undefined : from + filter.limit);
  };
  const matches = (row: ListedRow, text: string): boolean =>
    row.listed && (row.id.startsWith(text) || row.nativeId.startsWith(text) || row.title === text);
  return {
    row: (id) => rows.get(id),
    putRow: (row) => {
      sorted = undefined;
      rows.set(row.id, row);
    },
    rows: select,
    rowCount: (filter) => select(filter).length,
    rowFigures: select,
    totalRows: () => rows.size,
    matches: (text) => ordered().filter((row) => matches(row, text)),
  };
}

function addTo<K>(sets: Map<K, Set<SessionId>>, key: K, id: SessionId): void {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, new Set([id]));
  else known.add(id);
}

function nextTo(sorted: readonly SessionId[], id: SessionId): readonly SessionId[] {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < id) low = middle + 1;
    else high = middle;
  }
  const before = sorted[low - 1];
  const after = sorted[low] === id ? sorted[low + 1] : sorted[low];
  return [before, after].filter((one) => one !== undefined);
}
