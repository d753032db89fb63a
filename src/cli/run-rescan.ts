import type { AppContext } from '../app/context.ts';
import { maskStore, type Rescan, type RescannedPart, rescanStore } from '../app/rescan-store.ts';
import { countOf } from '../kernel/count-of.ts';
import type { Answer } from './answer.ts';
import { appOptionsOfProcess } from './composition.ts';
import { openMasking } from './open-masking.ts';
import { writeNotice } from './output.ts';
import { confirm } from './prompt-confirm.ts';
import { safeLine } from './safe-text.ts';

export interface RescanWish {
  readonly apply: boolean;
  readonly check: boolean;
  readonly yes: boolean;
}

function partLine({ session, title, events, records, blobs, rules }: RescannedPart): string {
  const counts = Object.entries(rules)
    .map(([rule, count]) => `${rule} ${count}`)
    .join(', ');
  const name = session === null ? 'memory, projects' : `${session}${title === null ? '' : ` ${safeLine(title)}`}`;
  return `${name}: ${countOf(records, 'record')}, ${countOf(events, 'event')}, ${countOf(blobs, 'blob')} (${counts})\n`;
}

function rescanText({ parts }: Rescan): string {
  return parts.map(partLine).join('');
}

const UNFINISHED = 'Warning: a masking was begun and not finished: loom redact --rescan --apply\n';

function answerOf(found: Rescan, wish: RescanWish, applied: boolean): Answer {
  const hint = 'Mask them where they stand: loom redact --rescan --apply';
  return {
    json: { applied, total: found.total, rules: found.rules, parts: found.parts },
    text: () => rescanText(found),
    notes: found.total === 0 ? ['No secret was found'] : [applied ? `${found.total} secrets are masked` : hint],
    exit: wish.check && !applied && found.total > 0 ? 3 : 0,
    ...(applied ? { committed: `${found.total} secrets are masked` } : {}),
  };
}

/** Says what the present rules find in everything that is kept; with `apply` masks it, after a person agreed. */
export async function runRescan(app: AppContext, wish: RescanWish): Promise<Answer> {
  const masking = await openMasking(appOptionsOfProcess(), app);
  const found = rescanStore(app, masking);
  const unfinished = masking.isUnfinished();
  if (unfinished && !wish.apply) writeNotice(UNFINISHED);
  if (!wish.apply || (found.total === 0 && !unfinished)) return answerOf(found, wish, false);
  if (!wish.yes) writeNotice(rescanText(found));
  await confirm({
    question: `Mask ${found.total} secrets for good? What is masked cannot be brought back.`,
    command: 'loom redact --rescan --apply --yes',
    yes: wish.yes,
  });
  return answerOf(await maskStore(app, masking), wish, true);
}
