import type { AppContext } from '../../app/context.ts';
import type { SessionScope } from '../../app/list-sessions.ts';
import type { Answer } from '../answer.ts';
import { runResume } from '../run-resume.ts';
import { canAsk } from '../screen.ts';
import { chooseByNumber, LIST_ROWS, sentencesOf } from './numbered-list.ts';
import { plainResume } from './resume-pane.ts';
import { pageOfSessions } from './session-rows.ts';
import type { UiWish } from './ui-wish.ts';

const NOTHING: Answer = { json: null, written: true };

function questionOf({ everyProject, agent, words }: UiWish) {
  return { everyProject, agent, state: 'recent', words } as const;
}

/** Sentences instead of a screen: one list where nobody can answer, else a choice, and what a resume of it would say. */
export async function runPlain(app: AppContext, wish: UiWish): Promise<Answer> {
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
