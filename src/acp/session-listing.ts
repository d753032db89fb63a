import type { ListSessionsResponse, SessionInfo } from '@agentclientprotocol/sdk';
import type { AppContext } from '../app/context.ts';
import { listSessions } from '../app/list-sessions.ts';
import { currentPlace } from '../app/project-current.ts';
import type { SessionView } from '../domain/session-view.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { makeLineVisible } from '../kernel/visible-text.ts';

/** Sessions of one answer, at most. */
const PAGE = 50;
/** Rows that are looked at to fill it: empty sessions are left out. */
const LOOKED_AT = 500;
const MOST_TITLE = 200;

function isEmpty({ counts }: SessionView): boolean {
  return counts.prompts + counts.answers + counts.toolCalls === 0;
}

function titleOf(app: AppContext, { title, agent }: SessionView): string {
  const words = title === null ? '' : makeLineVisible(app.redactor.redact(title).text).trim();
  return words === '' ? `Session of ${agent}` : words.slice(0, MOST_TITLE).toWellFormed();
}

function infoOf(app: AppContext, view: SessionView, folder: string): SessionInfo {
  const { id, agent, cwd, sortAt, status, archived, branch, counts } = view;
  return {
    sessionId: id,
    cwd: cwd === null ? folder : cwd,
    title: titleOf(app, view),
    updatedAt: sortAt,
    _meta: { loom: { agent, state: archived ? 'archived' : status, branch, prompts: counts.prompts } },
  };
}

function offsetOf(cursor: string | null | undefined): number {
  if (cursor === null || cursor === undefined) return 0;
  if (/^[0-9]{1,9}$/.test(cursor)) return Number(cursor);
  throw new LoomError({ kind: 'usage', code: 'bad-cursor', message: 'the cursor is none that session/list gave' });
}

/** Lists sessions of the folder's project that hold anything, newest first, each with a title; children are left out. */
export function listForClient(
  app: AppContext,
  { folder, cursor }: { readonly folder: string; readonly cursor: string | null | undefined },
): ListSessionsResponse {
  app.readModel.catchUp();
  const first = offsetOf(cursor);
  const scope = { all: false, project: currentPlace(app).project } as const;
  const rows = listSessions(app, scope, { limit: LOOKED_AT, offset: first }).rows();
  const sessions: SessionInfo[] = [];
  let seen = 0;
  for (const view of rows) {
    if (sessions.length === PAGE) break;
    seen += 1;
    if (!isEmpty(view)) sessions.push(infoOf(app, view, folder));
  }
  const isLast = seen === rows.length && rows.length < LOOKED_AT;
  return isLast ? { sessions } : { sessions, nextCursor: String(first + seen) };
}
