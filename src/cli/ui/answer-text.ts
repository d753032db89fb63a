import type { Answer } from '../answer.ts';
import { PLAIN } from '../color.ts';
import type { Screen } from '../screen.ts';
import { systemClock } from '../system-sources.ts';

/** A screen that words are made for which are shown in a pane: times for people, no colour. */
export function paneScreen(): Screen {
  return { terminal: true, columns: 100, paint: PLAIN, now: systemClock() };
}

/** What an answer says to people. */
export async function answerText(answer: Answer): Promise<string> {
  if (answer.text === undefined) return '';
  const text = answer.text(paneScreen());
  if (typeof text === 'string') return text.trimEnd();
  let whole = '';
  for await (const piece of text) whole += piece;
  return whole.trimEnd();
}
