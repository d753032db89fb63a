import type { AppContext } from '../app/context.ts';
import { findSession } from '../app/find-session.ts';
import { findLastSession } from '../app/last-session.ts';
import type { SessionScope } from '../app/list-sessions.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { AgentName } from '../events/agents.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { readAgentFlag } from './flag-readers.ts';
import { readScope, type ScopeFlags } from './session-scope.ts';
import { terminalName } from './terminal-name.ts';

/** Flags that say which session goes on, and with what. */
export interface ResumeFlags extends ScopeFlags {
  readonly handle: string | undefined;
  readonly last: boolean;
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
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

/** Finds the session that was named, or the newest one. Throws LoomError; never falls back to another session. */
export async function chooseResume(app: AppContext, flags: ResumeFlags): Promise<ResumeChoice> {
  const { handle, last } = flags;
  if (handle === undefined && !last) throw whichSession('say which session goes on: a handle, or --last');
  if (handle !== undefined && last) throw whichSession('say which session goes on in one way: a handle, or --last');
  const agent = readAgentFlag(flags.agent);
  const scope = await readScope(app, flags);
  const found =
    handle === undefined
      ? findLastSession(app, scope, terminalName(app.env))
      : { view: findSession(app, handle, scope) };
  return {
    ...found,
    scope,
    ...(flags.project === undefined ? {} : { named: flags.project }),
    ...(agent === undefined ? {} : { agent }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.effort === undefined ? {} : { effort: flags.effort }),
  };
}
