import type { AppContext } from '../app/context.ts';
import { planPurge, purgeSessions } from '../app/purge-sessions.ts';
import type { SessionView } from '../domain/session-view.ts';
import { countOf } from '../kernel/count-of.ts';
import type { Answer } from './answer.ts';
import { writeNotice } from './output.ts';
import { confirm } from './prompt-confirm.ts';
import { refusalError } from './refusal-words.ts';
import { renderPurgePlan } from './render/purge-plan.ts';
import { SESSION_WORDS } from './words/session.ts';

export interface PurgeWish {
  readonly views: readonly SessionView[];
  readonly dryRun: boolean;
  readonly yes: boolean;
}

/** Shows what a purge erases and what it cannot reach, asks, and erases. */
export async function runPurge(app: AppContext, wish: PurgeWish): Promise<Answer> {
  const items = planPurge(app, wish.views);
  if (wish.dryRun) return { json: { dryRun: true, sessions: items }, text: () => renderPurgePlan(items) };
  if (items.length === 0) return { json: { purged: 0, sessions: [] }, text: () => 'nothing to purge\n' };
  if (!wish.yes) writeNotice(renderPurgePlan(items));
  await confirm({
    question: `Erase ${items.length === 1 ? 'this session' : `these ${items.length} sessions`} for good? This cannot be undone.`,
    command: `loom sessions purge ${items.map((item) => item.session).join(' ')} --yes`,
    yes: wish.yes,
    word: 'purge',
  });
  const outcome = await purgeSessions(app, items);
  if (outcome.kind === 'refused') throw refusalError(SESSION_WORDS, outcome.refusal);
  const purged = outcome.kind === 'purged' ? outcome.sessions : [];
  return {
    json: { dryRun: false, purged: purged.length, sessions: items },
    text: () => (purged.length === 0 ? 'purged already\n' : `purged ${purged.join(' ')}\n`),
    notes: wish.yes ? [renderPurgePlan(items).trimEnd()] : [],
    committed: `${countOf(purged.length, 'session is', 'sessions are')} erased`,
  };
}
