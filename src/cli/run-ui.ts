import type { AppContext } from '../app/context.ts';
import type { SessionScope } from '../app/list-sessions.ts';
import type { AgentName } from '../events/agents.ts';
import type { UiOutcome, UiStart } from '../ui/ui-host.ts';
import type { Answer } from './answer.ts';
import { appOptionsOfProcess, openApp } from './composition.ts';
import { openUi } from './open-ui.ts';
import { type ResumeRequest, runResume } from './run-resume.ts';
import { canAsk } from './screen.ts';
import { makeUiHost } from './ui/make-ui-host.ts';
import { chooseByNumber, LIST_ROWS, sentencesOf } from './ui/numbered-list.ts';
import { plainResume } from './ui/resume-pane.ts';
import { pageOfSessions } from './ui/session-rows.ts';
import { canDraw, terminalOfProcess } from './ui/terminal-streams.ts';

/** How the terminal face was asked for. */
export interface UiWish {
  /** Where a person looks for sessions, unless every project is wanted. */
  readonly scope: SessionScope;
  readonly everyProject: boolean;
  readonly agent: AgentName | null;
  readonly words: string;
  readonly memory: boolean;
  readonly plain: boolean;
  readonly json: boolean;
  readonly color: boolean | undefined;
}

const NOTHING: Answer = { json: null, written: true };

async function resume(outcome: Extract<UiOutcome, { kind: 'resume' }>, { scope }: UiWish): Promise<Answer> {
  const app = await openApp({ ...appOptionsOfProcess(), write: true });
  const where: SessionScope = outcome.everyProject ? { all: true } : scope;
  const request: ResumeRequest = {
    ...plainResume(app, outcome.session, where),
    strict: false,
    dryRun: false,
    json: false,
    exec: outcome.how === 'exec',
    print: outcome.how === 'print',
  };
  return runResume(app, request);
}

function questionOf({ everyProject, agent, words }: UiWish) {
  return { everyProject, agent, state: 'recent', words } as const;
}

/** Sentences instead of a screen: one list where nobody can answer, else a choice, and what a resume of it would say. */
async function runPlain(app: AppContext, wish: UiWish): Promise<Answer> {
  const scope: SessionScope = wish.everyProject ? { all: true } : wish.scope;
  const question = questionOf(wish);
  if (wish.json || !(await canAsk())) {
    const page = await pageOfSessions(app, { scope, question }, { offset: 0, limit: LIST_ROWS });
    return {
      json: page.rows.map(({ when: _when, ...row }) => row),
      text: () => `${sentencesOf(page, 0).join('\n')}\n`,
    };
  }
  const row = await chooseByNumber({ app, scope }, question);
  if (row === null) return NOTHING;
  return runResume(app, { ...plainResume(app, row.id, scope), strict: false });
}

/** Shows sessions and memory on the terminal until a person leaves, or goes on with a session. */
export async function runUi(app: AppContext, wish: UiWish): Promise<Answer> {
  if (wish.plain || wish.json || !canDraw(app.env)) return runPlain(app, wish);
  const start: UiStart = {
    purpose: 'browse',
    everyProject: wish.everyProject,
    agent: wish.agent,
    tab: wish.memory ? 'memory' : 'sessions',
    words: wish.words,
  };
  const terminal = terminalOfProcess(wish.color);
  const outcome = await openUi(makeUiHost({ app, scope: wish.scope, terminal, start }));
  return outcome.kind === 'resume' ? resume(outcome, wish) : NOTHING;
}
