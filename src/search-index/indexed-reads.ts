import { isAscii } from 'node:buffer';
import type { MemoryQuery, ReadModel, SessionFigures, SessionQuery } from '../app/ports/read-model.ts';
import { isShown } from '../domain/memory-fold.ts';
import { CURRENT_STATUSES, compareRecords, type MemoryRecord } from '../domain/memory-state.ts';
import { emptyProjects } from '../domain/project-fold.ts';
import type { ProjectsState } from '../domain/project-state.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { ProjectId, SessionId } from '../kernel/ids.ts';
import { mergeStretches } from './event-stretches.ts';
import { readCursor, readProjects } from './index-meta.ts';
import { type FiguresRow, IndexDamaged, type IndexStore, type ListedRow, type RowFilter } from './index-store.ts';

/** Listings of fewer rows are rendered each time: reading a kept one saves nothing. */
const WORTH_KEEPING = 500;

type Reads = Pick<
  ReadModel,
  | 'state'
  | 'view'
  | 'list'
  | 'listJson'
  | 'namesWorktrees'
  | 'listBytes'
  | 'count'
  | 'figures'
  | 'children'
  | 'candidates'
  | 'summary'
  | 'bySource'
  | 'listedSources'
  | 'byFirstRecord'
  | 'stretches'
  | 'projects'
  | 'memory'
  | 'memoryState'
  | 'memories'
  | 'memoryCandidates'
  | 'tombstones'
>;

/** Answers every question of the read model from one store, file or memory alike. */
export function readsOf(store: IndexStore, storeId: string): Reads {
  const filterOf = (query: SessionQuery): RowFilter => rowFilter(store, query);
  const views = (rows: Iterable<ListedRow>): SessionView[] =>
    Array.from(rows, (row) => JSON.parse(rowJson(store, row)));
  let projects: { readonly text: string | undefined; readonly state: ProjectsState } | undefined;
  return {
    state: (id) => store.session(id)?.state,
    view: (id) => viewById(store, id),
    list: (query) => views(store.rows(filterOf(query))),
    listJson: (query) => textOf(listing(store, query)),
    namesWorktrees: () => store.meta('worktrees') !== undefined,
    listBytes: (query) => listing(store, query),
    figures: (query) => store.rowFigures(filterOf(query)).map(readFigures),
    count: (query) => store.rowCount(filterOf(query)),
    children: (id) => views(childRows(store, id)).sort(oldestFirst),
    candidates: (text, project) => {
      const rows = views(matchingRows(store, text));
      const members = project === undefined ? undefined : membersOf(store, project);
      return members === undefined ? rows : rows.filter((view) => belongs(store, view.id, members));
    },
    summary: (id) => store.session(id)?.summary?.summary ?? null,
    bySource: (path) => store.source(path),
    listedSources: (agent) => store.listedSources(agent),
    byFirstRecord: (digest) => store.byFirstRecord(digest),
    stretches: (subjects) => mergeStretches(subjects.flatMap((subject) => store.stretches(subject))),
    ...memoryReads(store),
    projects: () => {
      const text = store.meta('projects');
      if (projects === undefined || projects.text !== text) {
        projects = { text, state: readProjects(store, emptyProjects(storeId)) };
      }
      return projects.state;
    },
  };
}

function readFigures({ id, sortAt, agent, background, figures }: FiguresRow): SessionFigures {
  const [prompts, toolCalls, toolErrors = null, input = null, output = null] = parseFigures(figures);
  if (typeof prompts !== 'number' || typeof toolCalls !== 'number') throw new IndexDamaged('figures are no numbers');
  return { id, sortAt, agent, background, prompts, toolCalls, toolErrors, input, output };
}

function parseFigures(text: string): readonly (number | null)[] {
  try {
    return JSON.parse(text);
  } catch {
    throw new IndexDamaged('figures are no JSON');
  }
}

type MemoryReads = Pick<Reads, 'memory' | 'memoryState' | 'memories' | 'memoryCandidates' | 'tombstones'>;

function memoryReads(store: IndexStore): MemoryReads {
  const shown = (): MemoryRecord[] =>
    [...store.memories()]
      .filter(isShown)
      .map(({ record }) => record)
      .sort(compareRecords);
  return {
    memory: (id) => {
      const state = store.memory(id);
      return state !== undefined && isShown(state) ? state.record : undefined;
    },
    memoryState: (id) => store.memory(id),
    memories: (query) => shown().filter(memoryFilter(store, query)),
    memoryCandidates: (prefix) => shown().filter(({ id }) => id.startsWith(prefix)),
    tombstones: () => new Set([...store.memories()].flatMap(({ tombstone }) => tombstone ?? [])),
  };
}

function memoryFilter(store: IndexStore, query: MemoryQuery): (record: MemoryRecord) => boolean {
  const { project, everything, statuses = CURRENT_STATUSES } = query;
  const members = project === undefined ? undefined : membersOf(store, project);
  return ({ scope, status }) => {
    if (everything !== true && !statuses.includes(status)) return false;
    return members === undefined || scope === 'user' || (scope !== null && members.includes(scope.project));
  };
}

/** The project itself, those merged into it, and the one that it was merged into. */
function membersOf(store: IndexStore, project: ProjectId): readonly ProjectId[] {
  const all = store.projects();
  const target = all.get(project)?.resolved ?? project;
  const members = [...all.values()].filter(({ resolved }) => resolved === target).map(({ id }) => id);
  return members.length === 0 ? [project] : members;
}

function rowFilter(store: IndexStore, query: SessionQuery): RowFilter {
  const { project, agent, since, until, limit, offset } = query;
  return {
    ...(project === undefined ? {} : { projects: membersOf(store, project) }),
    ...(agent === undefined ? {} : { agent }),
    ...presence(query),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
  };
}

/** By default neither archived nor deleted ones nor subagents and headless runs; the trash shows archived ones too. */
function presence(query: SessionQuery): Pick<RowFilter, 'archived' | 'deleted' | 'background'> {
  if (query.everything === true) return {};
  const background = query.includeSubagents === true ? {} : { background: false };
  if (query.deleted === true)
    return query.archived === true
      ? { ...background, deleted: true, archived: true }
      : { ...background, deleted: true };
  if (query.anyArchived === true) return { ...background, deleted: false };
  return { ...background, deleted: false, archived: query.archived === true };
}

function projectJson(store: IndexStore, id: ProjectId | null): string {
  if (id === null) return 'null';
  const project = store.projects().get(id);
  // Every project of a row was folded before the row.
  if (project === undefined) throw new IndexDamaged('a project is missing');
  return project.json;
}

function rowJson(store: IndexStore, row: ListedRow): string {
  return row.head + projectJson(store, row.project) + row.tail;
}

/** Both ways are several times as fast as the general one; they differ in what they can read. */
function textOf(pieces: readonly Uint8Array[]): string {
  const bytes = Buffer.concat(pieces);
  return isAscii(bytes) ? bytes.toString('latin1') : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function listing(store: IndexStore, query: SessionQuery): readonly Uint8Array[] {
  const cursor = readCursor(store);
  const key = JSON.stringify([cursor.id, cursor.segment, cursor.offset, Object.entries(query).sort()]);
  const kept = store.rendering(key);
  if (kept !== undefined) return kept;
  const parts = Array.from(store.rows(rowFilter(store, query)), (row) => rowJson(store, row));
  const body = Buffer.from(`[${parts.join(',')}]`, 'utf8');
  if (parts.length >= WORTH_KEEPING) store.keepRendering(key, body);
  return [body];
}

/** An erased session has no row in any list, yet its id still answers. */
function viewById(store: IndexStore, id: SessionId): SessionView | undefined {
  const row = store.row(id);
  if (row === undefined) {
    if (store.session(id) !== undefined) throw new IndexDamaged('a session has no row');
    return undefined;
  }
  const view: SessionView = JSON.parse(rowJson(store, row));
  return row.listed || view.purged ? view : undefined;
}

function childRows(store: IndexStore, id: SessionId): ListedRow[] {
  return store
    .childrenOf(id)
    .map((child) => store.row(child))
    .filter((row) => row !== undefined)
    .filter((row) => row.listed);
}

function oldestFirst(one: SessionView, other: SessionView): number {
  const [a, b] = [one.startedAt ?? '', other.startedAt ?? ''];
  if (a !== b) return a < b ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

function matchingRows(store: IndexStore, text: string): readonly ListedRow[] {
  return text === '' ? [] : store.matches(text);
}

function belongs(store: IndexStore, id: SessionId, members: readonly ProjectId[]): boolean {
  const row = store.row(id);
  if (row === undefined) return false;
  return (row.project !== null && members.includes(row.project)) || row.linked.some((one) => members.includes(one));
}
