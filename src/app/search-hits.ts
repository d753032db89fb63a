import { beginningOf } from '../domain/cut-text.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import { isInForce } from '../domain/memory-state.ts';
import { estimateTokens, type SearchKind, type TurnEnd } from '../domain/search-document.ts';
import { SNIPPET_LENGTH, snippetOf } from '../domain/search-snippet.ts';
import type { SessionView } from '../domain/session-view.ts';
import { memoryOfStream, type ProjectId, type SessionId, type StreamName, sessionOfStream } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import type { FoundDocuments } from './find-documents.ts';
import { nameProject } from './project-view.ts';
import type { RankedDocument } from './rank-found.ts';

/** One hit: enough to choose by, and where to read on. */
export interface SearchHit {
  /** Of a record its id; of a title the session's; else `SESSION:KEY`. Every one works for `memory show` and `memory timeline`. */
  readonly id: string;
  readonly type: SearchKind;
  /** Title of the session, or kind of the memory record. */
  readonly title: string | null;
  readonly snippet: string;
  readonly session: SessionId | null;
  readonly agent: string | null;
  readonly project: { readonly id: ProjectId; readonly name: string } | null;
  readonly at: string;
  readonly trust: 'person' | 'agent' | 'untrusted';
  /** Of a record its status; of a session `active`, `closed` or `archived`. */
  readonly state: string;
  readonly retention: string;
  /** Comparable within one answer only. */
  readonly score: number;
  /** Why it was found, in words. */
  readonly why: string;
  /** Not all words of the question are in it. */
  readonly partial: boolean;
  /** Estimated tokens of the whole thing. */
  readonly expandTokens: number;
  /** How the turn of a prompt ended. */
  readonly turn?: TurnEnd;
  /** The whole text of a memory record. */
  readonly text?: string;
  /** Reads like an order to an agent, and no person confirmed it as one. */
  readonly unconfirmedInstruction?: boolean;
}

/** Words for people and agents of what was found. */
export function searchHits(app: AppContext, found: FoundDocuments): readonly SearchHit[] {
  const views = new Map<SessionId, SessionView | undefined>();
  const viewOf = (id: SessionId): SessionView | undefined => {
    if (!views.has(id)) views.set(id, app.readModel.view(id));
    return views.get(id);
  };
  return found.documents.flatMap((one) => {
    const stream = one.document.subjectId as string as StreamName;
    const memory = memoryOfStream(stream);
    if (memory !== undefined) {
      const record = app.readModel.memory(memory);
      return record === undefined ? [] : [{ ...memoryHit(app, record), ...foundPart(one, found) }];
    }
    const session = sessionOfStream(stream);
    const view = session === undefined ? undefined : viewOf(session);
    return view === undefined ? [] : [sessionHit(one, view, foundPart(one, found))];
  });
}

type Found = Pick<SearchHit, 'snippet' | 'score' | 'why' | 'partial'>;

function foundPart(one: RankedDocument, found: FoundDocuments): Found {
  const { score, text, document, match } = one;
  return {
    snippet: snippetOf(
      document.text,
      match.matches.flatMap(({ spans }) => spans),
    ),
    score: Number(score.toPrecision(4)),
    why: whyOf(one, found),
    partial: !text.full || found.respelled.size > 0,
  };
}

/** A record as a hit. */
export function memoryHit(app: AppContext, record: MemoryRecord): SearchHit {
  const { id, kind, text, scope, provenance, status, retention, trust, acceptedAt, proposedAt } = record;
  const doubtful = record.instructionShaped && !isInForce(record);
  return {
    id,
    type: 'memory',
    title: kind,
    snippet: beginningOf(text.replace(/\s+/g, ' ').trim(), SNIPPET_LENGTH),
    session: provenance.sessionId,
    agent: provenance.agent,
    project: scope === null || scope === 'user' ? null : projectOf(app, scope.project),
    at: acceptedAt ?? proposedAt,
    trust,
    state: status,
    retention: retention ?? 'kept',
    score: 0,
    why: 'memory',
    partial: false,
    expandTokens: estimateTokens(text.length),
    text,
    ...(doubtful ? { unconfirmedInstruction: true } : {}),
  };
}

function projectOf(app: AppContext, id: ProjectId): SearchHit['project'] {
  const { id: resolved, name } = nameProject(app.readModel.projects(), id);
  return { id: resolved, name };
}

function sessionHit(one: RankedDocument, view: SessionView, { snippet, ...part }: Found): SearchHit {
  const { kind, key, at, length, turn } = one.document;
  const { project } = view;
  return {
    id: kind === 'title' ? view.id : `${view.id}:${key}`,
    type: kind,
    title: view.title,
    snippet,
    session: view.id,
    agent: view.agent,
    project: project === null ? null : { id: project.id, name: project.name },
    at,
    trust: view.trust,
    state: view.archived ? 'archived' : view.status,
    retention: view.retention,
    ...part,
    expandTokens: estimateTokens(length),
    ...(turn === null ? {} : { turn }),
  };
}

function whyOf({ text, match, beside }: RankedDocument, { respelled }: FoundDocuments): string {
  const found = match.matches.filter(({ count }) => count > 0);
  const respelling = [...respelled].map(([word, taken]) => `${taken.join(' or ')} for ${word}`);
  if (beside) return 'beside a match';
  const words = found.map(({ term }) => term.written);
  const reasons = [
    ...(text.exact === 2 ? ['name as written'] : []),
    ...(text.exact === 1 ? ['name but for case'] : []),
    text.full ? (match.matches.length === 1 ? 'the word' : 'all words') : `some words: ${words.slice(0, 6).join(', ')}`,
    ...(text.nearness > 0.6 ? ['near one another'] : []),
    ...(respelling.length > 0 ? [`nearly spelled: ${respelling.join('; ')}`] : []),
  ];
  return reasons.join('; ');
}
