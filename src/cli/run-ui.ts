import type { AppContext } from '../app/context.ts';
import type { SessionScope } from '../app/list-sessions.ts';
import type { UiOutcome, UiStart } from '../ui/ui-host.ts';
import type { Answer } from './answer.ts';
import { openUi } from './open-ui.ts';
import { makeUiHost } from './ui/make-ui-host.ts';
import { canDraw, terminalOfProcess } from './ui/terminal-streams.ts';
import type { UiWish } from './ui/ui-wish.ts';

const NOTHING: Answer = { json: null, written: true };

async function resume(outcome: Extract<UiOutcome, { kind: 'resume' }>, { scope }: UiWish): Promise<Answer> {
  const { appOptionsOfProcess, openApp } = await import('./composition.ts');
  const { runResume } = await import('./run-resume.ts');
  const { plainResume } = await import('./ui/resume-pane.ts');
  const app = await openApp({ ...appOptionsOfProcess(), write: true });
  const where: SessionScope = outcome.everyProject ? { all: true } : scope;
  const request = {
    ...plainResume(app, outcome.session, where),
    strict: false,
    dryRun: false,
    json: false,
    exec: outcome.how === 'exec',
    print: outcome.how === 'print',
  };
  return runResume(app, request);
}

/** Shows sessions and memory on the terminal until a person leaves, or goes on with a session. */
export async function runUi(app: AppContext, wish: UiWish): Promise<Answer> {
  if (wish.plain || wish.json || !canDraw(app.env)) return (await import('./ui/plain-list.ts')).runPlain(app, wish);
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
