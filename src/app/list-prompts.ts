import type { SessionView } from '../domain/session-view.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { addAll } from '../kernel/add-all.ts';
import type { IsoTime, SessionId } from '../kernel/ids.ts';
import { makeOnce } from '../kernel/make-once.ts';
import type { AppContext } from './context.ts';
import { listSessions, type SessionScope } from './list-sessions.ts';
import { eventsOfSessions } from './session-history.ts';
import { readWhole, turnsOf } from './show-session.ts';

/** One prompt of one session. */
export interface PromptRow {
  readonly session: string;
  readonly shortId: string;
  /** 1-based turn of the session. */
  readonly turn: number;
  readonly id: string;
  readonly at: IsoTime | null;
  readonly prompt: string;
}

export interface PromptQuery {
  readonly scope?: SessionScope;
  readonly views?: readonly SessionView[];
  readonly archived: boolean;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly offset?: number;
}

const PROMPTS: ReadonlySet<string> = new Set(['prompt.submitted']);

/** Prompts that were recorded live, of all sessions in one reading of the journal. */
function liveHistories(app: AppContext, views: readonly SessionView[]): ReadonlyMap<SessionId, readonly LoomEvent[]> {
  const live = views.filter(({ id }) => (app.readModel.state(id)?.captured.prompts ?? 0) > 0);
  if (live.length === 0) return new Map();
  return eventsOfSessions(
    app,
    live.map(({ id }) => id),
    { types: PROMPTS },
  );
}

function* promptsOf(app: AppContext, view: SessionView, events: readonly LoomEvent[]): Generator<PromptRow> {
  const state = app.readModel.state(view.id);
  if (state === undefined) return;
  const { conversation } = readWhole(app, state, events);
  for (const [index, turn] of turnsOf(app, state, { conversation, events }).entries()) {
    if (turn.prompt === null) continue;
    yield { session: view.id, shortId: view.shortId, turn: index + 1, id: turn.id, at: turn.at, prompt: turn.prompt };
  }
}

function within(row: PromptRow, query: PromptQuery): boolean {
  const at = row.at ?? '';
  return (query.since === undefined || at >= query.since) && (query.until === undefined || at < query.until);
}

function sessionsOf(app: AppContext, query: PromptQuery): readonly SessionView[] {
  if (query.views !== undefined) return query.views;
  return query.scope === undefined ? [] : listSessions(app, query.scope, { anyArchived: query.archived }).rows();
}

/** Prompts in the order of the sessions, newest session first, each session's prompts in their own order. */
export function listPrompts(app: AppContext, query: PromptQuery): readonly PromptRow[] {
  app.readModel.catchUp();
  const rows: PromptRow[] = [];
  const wanted = (query.offset ?? 0) + (query.limit ?? Number.POSITIVE_INFINITY);
  const views = sessionsOf(app, query);
  const histories = makeOnce(() => liveHistories(app, views));
  for (const view of views) {
    if (rows.length >= wanted) break;
    addAll(
      rows,
      [...promptsOf(app, view, histories().get(view.id) ?? [])].filter((row) => within(row, query)),
    );
  }
  return rows.slice(query.offset ?? 0, wanted);
}
