import type { AppContext } from '../../app/context.ts';
import type { SessionScope } from '../../app/list-sessions.ts';
import type { SessionId } from '../../kernel/ids.ts';
import type { UiStart } from '../../ui/ui-host.ts';
import { openUi } from '../open-ui.ts';
import { makeUiHost } from './make-ui-host.ts';
import { chooseByNumber } from './numbered-list.ts';
import { canDraw, terminalOfProcess } from './terminal-streams.ts';

/** A session that a person picked, and where it was looked for. */
export interface PickedSession {
  readonly session: SessionId;
  readonly everyProject: boolean;
}

export interface PickWish {
  readonly scope: SessionScope;
  readonly color: boolean | undefined;
}

/** Lets a person pick a session on a terminal: on a screen where one can be drawn, else from a numbered list. Null for none. */
export async function pickSession(app: AppContext, wish: PickWish): Promise<PickedSession | null> {
  const everyProject = wish.scope.all;
  if (!canDraw(app.env)) {
    const question = { everyProject, agent: null, state: 'recent', words: '' } as const;
    const row = await chooseByNumber({ app, scope: wish.scope }, question);
    return row === null ? null : { session: row.id, everyProject };
  }
  const terminal = terminalOfProcess(wish.color);
  const start: UiStart = { purpose: 'pick', everyProject, agent: null, tab: 'sessions', words: '' };
  const outcome = await openUi(makeUiHost({ app, scope: wish.scope, terminal, start }));
  return outcome.kind === 'quit' ? null : { session: outcome.session, everyProject: outcome.everyProject };
}
