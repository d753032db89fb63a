import type { MemoryStatus } from '../domain/memory-state.ts';
import { resolveProject } from '../domain/project-index.ts';
import type { SearchKind } from '../domain/search-document.ts';
import { piecesOf } from '../domain/search-words.ts';
import type { AgentName } from '../events/agents.ts';
import type { Trust } from '../events/envelope.ts';
import type { ProjectId, SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { type FoundDocuments, findDocuments, type MatchMode } from './find-documents.ts';
import type { SessionScope } from './list-sessions.ts';
import { noteRetrieval } from './note-retrieval.ts';
import type { SearchFilter, SearchIndex } from './ports/search.ts';
import { RestReading } from './rest-of-found.ts';
import { label, searchFeed } from './search-feed.ts';
import { memoryHit, type SearchHit, searchHits } from './search-hits.ts';

/** Statuses that a record can be found in: a forgotten one has no text. */
const FOUND_STATUSES: readonly MemoryStatus[] = ['proposed', 'accepted', 'rejected', 'superseded', 'retracted'];

/** A question and what narrows it. */
export interface SearchRequest {
  readonly question: string;
  readonly scope: SessionScope;
  /** Default: `auto`. */
  readonly match?: MatchMode;
  /** `-word` leaves out and `word*` goes on. */
  readonly syntax?: boolean;
  readonly kinds?: readonly SearchKind[];
  /** Default: accepted records only. */
  readonly statuses?: readonly MemoryStatus[];
  readonly agent?: AgentName;
  readonly session?: SessionId;
  readonly trust?: Trust;
  readonly path?: string;
  readonly since?: string;
  readonly until?: string;
  /** Default: everything that fits; see {@link SearchAnswer.rest}. */
  readonly limit?: number;
  readonly offset?: number;
  /** The conversation that asks: what was said in it is left out. */
  readonly asking?: SessionId;
  /** Whoever asks journals the retrieval himself, once he has answered. */
  readonly unnoted?: true;
}

/** What was found, best first. */
export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** Words of the question that are nowhere, with those that were looked for instead. */
  readonly respelled: Readonly<Record<string, readonly string[]>>;
  /** Without a limit: what fits beyond `hits`, newest first, read as it is asked for. */
  readonly rest?: () => Iterable<SearchHit>;
}

/** Without a limit so many are told best first. */
const MOST_RANKED = 10_000;

/**
 * Finds memory records and what was said and done. An empty question lists accepted memory, newest first. With `asking` the
 * retrieval is journaled in that session.
 */
export async function searchMemory(app: AppContext, request: SearchRequest): Promise<SearchAnswer> {
  const index = await app.openSearch();
  app.readModel.catchUp();
  const answer = answerOf(app, index, request);
  const { asking: session, scope, unnoted } = request;
  if (session !== undefined && unnoted !== true)
    await noteRetrieval(app, { session, hits: answer.hits, everyProject: scope.all });
  return answer;
}

function answerOf(app: AppContext, index: SearchIndex, request: SearchRequest): SearchAnswer {
  if (isNowhere(request.scope)) return { hits: [], respelled: {} };
  return request.question.trim() === '' ? listMemory(app, request) : findHits(app, index, request);
}

/** A folder of no known project has nothing of its own. */
function isNowhere(scope: SessionScope): boolean {
  return !scope.all && scope.project === null;
}

function findHits(app: AppContext, index: SearchIndex, request: SearchRequest): SearchAnswer {
  const { question, match = 'auto', syntax = false, limit, offset } = request;
  const page = { limit: limit ?? MOST_RANKED, ...(offset === undefined ? {} : { offset }) };
  const filter = filterOf(app, request);
  const find = { question, match, syntax, filter, ...page };
  const found: FoundDocuments = index.read(searchFeed(app), (reader) => findDocuments(reader, find));
  return {
    hits: searchHits(app, found),
    respelled: Object.fromEntries(found.respelled),
    ...(limit === undefined && found.rest !== undefined ? { rest: () => restOfHits(app, index, found) } : {}),
  };
}

function* restOfHits(app: AppContext, index: SearchIndex, found: FoundDocuments): Iterable<SearchHit> {
  if (found.rest === undefined) return;
  const reading = new RestReading(found.rest, found.documents);
  for (;;) {
    const documents = index.read(searchFeed(app), (reader) => reading.next(reader));
    if (documents === undefined) return;
    yield* searchHits(app, { ...found, documents });
  }
}

function listMemory(app: AppContext, request: SearchRequest): SearchAnswer {
  const { scope, statuses = ['accepted'], limit, offset = 0 } = request;
  const project = scope.all ? {} : { project: scope.project as ProjectId };
  const records = app.readModel.memories({ ...project, statuses });
  const page = records.slice(offset, limit === undefined ? undefined : offset + limit);
  return { hits: page.map((record) => memoryHit(app, record)), respelled: {} };
}

function projectLabels(app: AppContext, scope: SessionScope): readonly string[] {
  if (scope.all || scope.project === null) return [];
  const state = app.readModel.projects();
  const target = resolveProject(state, scope.project);
  const members = state.projects.filter(({ id }) => resolveProject(state, id) === target).map(({ id }) => id);
  return [...new Set([target, scope.project, ...members])].map(label.project);
}

function filterOf(app: AppContext, request: SearchRequest): SearchFilter {
  const { scope, kinds, statuses = ['accepted'], agent, session, trust, path, since, until, asking } = request;
  const projects = projectLabels(app, scope);
  return {
    labels: [
      ...(scope.all ? [] : [[...projects, label.everyProject]]),
      ...(session === undefined ? [] : [[label.session(session)]]),
      ...(agent === undefined ? [] : [[label.agent(agent)]]),
      ...(trust === undefined ? [] : [[label.trust(trust)]]),
    ],
    ...(kinds === undefined ? {} : { kinds }),
    ...(path === undefined ? {} : { path: piecesOf(path).map(({ form }) => form) }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    // Few records have an unwanted status; nearly everything has a wanted one.
    without: [
      ...FOUND_STATUSES.filter((status) => !statuses.includes(status)).map(label.status),
      ...(asking === undefined ? [] : [label.session(asking)]),
    ],
  };
}
