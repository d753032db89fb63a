import { type HandleOutcome, resolveHandle } from '../domain/handle.ts';
import type { SessionView } from '../domain/session-view.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import { projectFilter, type SessionScope } from './list-sessions.ts';

const MOST_CANDIDATES = 10;

function brief(view: SessionView) {
  return {
    id: view.id,
    shortId: view.shortId,
    nativeId: view.nativeId,
    title: view.title,
    project: view.project?.name ?? null,
  };
}

function ambiguous(handle: string, candidates: readonly SessionView[]): LoomError {
  const shown = candidates.slice(0, MOST_CANDIDATES);
  return new LoomError({
    kind: 'not-found',
    code: 'ambiguous-handle',
    message: `${handle} means ${candidates.length} sessions; nothing was changed`,
    hints: shown.map((view) => `loom sessions show ${view.id}`),
    details: { candidates: shown.map(brief) },
  });
}

type NotFound = Extract<HandleOutcome, { kind: 'none' }>;

function notFound(handle: string, outcome: NotFound, scope: SessionScope): LoomError {
  const reasons = {
    'too-short': `${handle} is too short: a prefix needs at least 4 characters`,
    'no-such-last': scope.all
      ? `there is no session for ${handle}`
      : `there is no session for ${handle} in this project`,
    'no-match': `no session matches ${handle}`,
  } as const;
  const elsewhere = outcome.elsewhere.slice(0, MOST_CANDIDATES).map((view) => `loom sessions show ${view.id}`);
  const doubts = scope.all ? [] : (scope.candidates ?? []).map(({ id }) => `loom project link ${id}`);
  const nearest = outcome.nearest.slice(0, 3).map((view) => `loom sessions show ${view.id}`);
  return new LoomError({
    kind: 'not-found',
    code: 'session-not-found',
    message: reasons[outcome.because],
    hints: [...elsewhere, ...nearest, ...doubts, scope.all ? 'loom sessions list --all' : 'loom sessions list'],
    details: { nearest: outcome.nearest.slice(0, 3).map(brief) },
  });
}

/** Finds the one session a handle means in the scope. Throws LoomError `not-found` with candidates or the nearest ones. */
export function findSession(app: AppContext, handle: string, scope: SessionScope): SessionView {
  app.readModel.catchUp();
  const nowhere = !scope.all && scope.project === null;
  const project = projectFilter(scope);
  const outcome = resolveHandle({ text: handle, ...project }, app.readModel);
  // A folder of no known project has no sessions of its own: only handles that count in the whole store work there.
  if (outcome.kind === 'found' && nowhere && !isStoreWide(handle, outcome.session)) {
    throw notFound(handle, { kind: 'none', nearest: [], elsewhere: [outcome.session], because: 'no-match' }, scope);
  }
  if (outcome.kind === 'found' && outcome.session.purged) throw purged(outcome.session);
  if (outcome.kind === 'ambiguous') throw ambiguous(handle, outcome.candidates);
  if (outcome.kind === 'none') throw notFound(handle, outcome, scope);
  return outcome.session;
}

function purged({ id }: SessionView): LoomError {
  const message = `session ${id} was purged; nothing of it is left`;
  return new LoomError({ kind: 'not-found', code: 'session-purged', message });
}

function isStoreWide(handle: string, view: SessionView): boolean {
  return handle.toLowerCase() === view.id || handle === view.nativeId;
}
