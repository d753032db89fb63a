import type { AppContext } from '../../app/context.ts';
import { listSessions, type SessionScope } from '../../app/list-sessions.ts';
import { searchSessions, searchTitles } from '../../app/search-sessions.ts';
import type { SessionView } from '../../domain/session-view.ts';
import { AGENTS, type AgentName, parseAgentName } from '../../events/agents.ts';
import type { Page, SessionRow, SessionsQuestion } from '../../ui/ui-host.ts';
import { showTime } from '../times.ts';
import { paneScreen } from './answer-text.ts';

/** A session as a row. */
export function sessionRow(view: SessionView, snippet?: string): SessionRow {
  return {
    id: view.id,
    shortId: view.shortId,
    title: view.title ?? '(no title)',
    agent: view.agent,
    project: view.project?.name ?? '',
    at: view.sortAt,
    when: showTime(view.sortAt, paneScreen()),
    prompts: view.counts.prompts,
    pinned: view.pinned,
    archived: view.archived,
    deleted: view.deleted,
    active: view.status === 'active',
    kind: view.parent === null ? '' : view.parent.kind,
    ...(snippet === undefined ? {} : { snippet }),
  };
}

function isWanted(view: SessionView, { state }: SessionsQuestion): boolean {
  switch (state) {
    case 'recent':
      return !view.archived && !view.deleted;
    case 'pinned':
      return view.pinned && !view.deleted;
    case 'archived':
      return view.archived && !view.deleted;
    case 'deleted':
      return view.deleted;
  }
}

/** Sessions with these words: at first those of one screen, then all the others. */
async function foundIn(
  app: AppContext,
  scope: SessionScope,
  { question, first }: { readonly question: SessionsQuestion; readonly first: boolean },
): Promise<Page<SessionRow>> {
  const agent = question.agent === null ? undefined : parseAgentName(question.agent);
  const request = { question: question.words, scope, first, ...(agent === undefined ? {} : { agent }) };
  const { sessions, complete } = await searchSessions(app, request);
  const found = sessions.filter(({ view }) => isWanted(view, question));
  const rows = found.map(({ view, snippet }) => sessionRow(view, snippet ?? ''));
  // Where all of a first screen was not wanted, the others may be.
  if (rows.length === 0 && !complete) return foundIn(app, scope, { question, first: false });
  const note = `Nothing that is ${question.state} has these words`;
  return { rows, total: null, complete, note };
}

function noteOf(scope: SessionScope, elsewhere: () => number): string {
  const others = scope.all ? 0 : elsewhere();
  if (others > 0) return `Nothing in this project; ${others} elsewhere (w)`;
  return 'Nothing here; keep the sessions of your agents with: loom import';
}

function queryOf({ agent, state }: SessionsQuestion) {
  return {
    ...(agent === null ? {} : { agent }),
    ...(state === 'archived' ? { archived: true } : {}),
    ...(state === 'deleted' ? { deleted: true } : {}),
    ...(state === 'pinned' ? { anyArchived: true } : {}),
  };
}

/** Reads a page of sessions, newest first; those that words were found in, best first. */
export async function pageOfSessions(
  app: AppContext,
  { scope, question }: { readonly scope: SessionScope; readonly question: SessionsQuestion },
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Page<SessionRow>> {
  const words = question.words.trim();
  if (words !== '' && question.state !== 'deleted') return foundIn(app, scope, { question, first: offset === 0 });
  const query = queryOf(question);
  if (words !== '' || question.state === 'pinned') {
    const all = listSessions(app, scope, query).rows();
    const found = words === '' ? all.filter((view) => isWanted(view, question)) : searchTitles(all, words);
    const rows = found.map((view) => sessionRow(view));
    return { rows, total: rows.length, complete: true, note: `Nothing is ${question.state} here` };
  }
  const listing = listSessions(app, scope, { ...query, offset, limit });
  const rows = listing.rows().map((view) => sessionRow(view));
  const complete = rows.length < limit;
  return {
    rows,
    total: offset === 0 ? countSessions(app, scope, query) : null,
    complete,
    ...(rows.length + offset > 0 ? {} : { note: noteOf(scope, listing.elsewhere) }),
  };
}

function countSessions(app: AppContext, scope: SessionScope, query: ReturnType<typeof queryOf>): number {
  if (scope.all) return app.readModel.count(query);
  return scope.project === null ? 0 : app.readModel.count({ ...query, project: scope.project });
}

/** Agents that have sessions in the scope. */
export function agentsIn(app: AppContext, scope: SessionScope): readonly AgentName[] {
  return AGENTS.filter((agent) => !listSessions(app, scope, { agent, anyArchived: true }).isEmpty());
}
