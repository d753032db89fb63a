import type { AppContext } from '../app/context.ts';
import { findSession } from '../app/find-session.ts';
import { findLastSession } from '../app/last-session.ts';
import type { SessionScope } from '../app/list-sessions.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { AgentName } from '../events/agents.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { readAgentFlag } from './flag-readers.ts';
import { canAsk } from './screen.ts';
import { readScope, type ScopeFlags } from './session-scope.ts';
import { terminalName } from './terminal-name.ts';

/** Flags that say which session goes on, and with what. */
export interface ResumeFlags extends ScopeFlags {
  readonly handle: string | undefined;
  readonly last: boolean;
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
  readonly json?: boolean | undefined;
  readonly color?: boolean | undefined;
}

/** Which session goes on, and with what. */
export interface ResumeChoice {
  readonly view: SessionView;
  readonly reason?: string;
  readonly scope: SessionScope;
  readonly named?: string;
  readonly agent?: AgentName;
  readonly model?: string;
  readonly effort?: string;
}

function whichSession(message: string): LoomError {
  return new LoomError({
    kind: 'usage',
    code: 'which-session',
    message,
    hints: ['loom sessions resume --last --dry-run', 'loom sessions list'],
  });
}

type Chosen = Pick<ResumeChoice, 'view' | 'reason'> & { readonly scope?: SessionScope };

/** The session that is named, the newest one, or the one that a person picks on a terminal. */
async function findChosen(app: AppContext, scope: SessionScope, flags: ResumeFlags): Promise<Chosen> {
  const { handle, last } = flags;
  if (handle !== undefined) return { view: findSession(app, handle, scope) };
  if (last) return findLastSession(app, scope, terminalName(app.env));
  if (flags.json === true || !(await canAsk())) throw whichSession('say which session goes on: a handle, or --last');
  const { pickSession } = await import('./ui/pick-session.ts');
  const picked = await pickSession(app, { scope, color: flags.color });
  if (picked === null) throw nonePicked();
  const view = app.readModel.view(picked.session);
  if (view === undefined) throw whichSession('the session that was picked is not there any more');
  return { view, ...(picked.everyProject ? { scope: { all: true } } : {}) };
}

function nonePicked(): LoomError {
  return new LoomError({ kind: 'refused', code: 'not-confirmed', message: 'no session was picked; nothing was done' });
}

/** Finds the session that was named, or the newest one, or lets a person pick one on a terminal. Throws LoomError; never falls back to another session. */
export async function chooseResume(app: AppContext, flags: ResumeFlags): Promise<ResumeChoice> {
  const { handle, last } = flags;
  if (handle !== undefined && last) throw whichSession('say which session goes on in one way: a handle, or --last');
  const agent = readAgentFlag(flags.agent);
  const scope = await readScope(app, flags);
  const found = await findChosen(app, scope, flags);
  return {
    scope,
    ...found,
    ...(flags.project === undefined ? {} : { named: flags.project }),
    ...(agent === undefined ? {} : { agent }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.effort === undefined ? {} : { effort: flags.effort }),
  };
}
