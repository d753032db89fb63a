import type { AppContext } from '../../app/context.ts';
import type { SessionScope } from '../../app/list-sessions.ts';
import { countOf } from '../../kernel/count-of.ts';
import type { Page, SessionRow, SessionsQuestion } from '../../ui/ui-host.ts';
import { writeNotice } from '../output.ts';
import { type Dialogue, openDialogue } from '../read-lines.ts';
import { safeLine } from '../safe-text.ts';
import { pageOfSessions } from './session-rows.ts';

/** Rows that are read out at once. */
export const LIST_ROWS = 15;

/** A session as a sentence that can be read out: nothing in it needs columns, colour or marks. */
export function rowSentence(row: SessionRow, number: number): string {
  const facts = [
    row.agent,
    row.project,
    row.when,
    row.prompts === null ? '' : countOf(row.prompts, 'prompt'),
    row.pinned ? 'pinned' : '',
    row.archived ? 'archived' : '',
    row.kind,
    row.id,
  ];
  const told = facts.filter((fact) => fact !== '').map(safeLine);
  const found = row.snippet === undefined || row.snippet === '' ? '' : `. Found: ${safeLine(row.snippet)}`;
  return `${number}. ${safeLine(row.title)}, ${told.join(', ')}${found}`;
}

interface Asking {
  readonly app: AppContext;
  readonly scope: SessionScope;
  readonly dialogue: Dialogue;
}

interface Shown {
  readonly question: SessionsQuestion;
  readonly offset: number;
}

function readPage({ app, scope }: Asking, { question, offset }: Shown): Promise<Page<SessionRow>> {
  return pageOfSessions(app, { scope, question }, { offset, limit: LIST_ROWS });
}

/** A list of sessions as sentences. */
export function sentencesOf({ rows, note }: Page<SessionRow>, offset: number): readonly string[] {
  if (rows.length === 0) return [note ?? 'No sessions'];
  return rows.slice(0, LIST_ROWS).map((row, at) => rowSentence(row, offset + at + 1));
}

const QUESTION = 'A number chooses, words search, Enter shows more, q leaves: ';

/** Offers sessions as numbered sentences on a terminal that cannot be drawn on; null when none was chosen. */
export async function chooseByNumber(
  parts: Pick<Asking, 'app' | 'scope'>,
  first: SessionsQuestion,
): Promise<SessionRow | null> {
  const asking = { ...parts, dialogue: openDialogue() };
  try {
    return await ask(asking, { question: first, offset: 0 });
  } finally {
    asking.dialogue.close();
  }
}

async function ask(asking: Asking, first: Shown): Promise<SessionRow | null> {
  let shown = first;
  let seen: readonly SessionRow[] = [];
  for (;;) {
    const page = await readPage(asking, shown);
    const rows = page.rows.slice(0, LIST_ROWS);
    seen = [...seen.slice(0, shown.offset), ...rows];
    writeNotice(`${sentencesOf({ ...page, rows }, shown.offset).join('\n')}\n`);
    const reply = await asking.dialogue.ask(QUESTION);
    if (reply === null || /^q(uit)?$/i.test(reply)) return null;
    const chosen = /^\d+$/.test(reply) ? seen[Number(reply) - 1] : undefined;
    if (chosen !== undefined) return chosen;
    if (/^\d+$/.test(reply)) writeNotice(`There is no number ${reply}.\n`);
    else shown = nextShown(shown, reply, rows.length);
  }
}

/** Words begin another list; nothing goes on, and from the end to the beginning. */
function nextShown({ question, offset }: Shown, reply: string, count: number): Shown {
  if (reply !== '') return { question: { ...question, words: reply }, offset: 0 };
  return { question, offset: count < LIST_ROWS ? 0 : offset + LIST_ROWS };
}
