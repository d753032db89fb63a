import type { PromptRow } from '../../app/list-prompts.ts';
import type { Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { showTime } from '../times.ts';

const COLUMNS: readonly Column<PromptRow>[] = [
  { title: 'session', value: (row) => row.shortId, paint: (text, _row, screen) => screen.paint.name(text) },
  { title: 'turn', value: (row) => row.turn, align: 'right' },
  { title: 'at', value: (row, screen) => (row.at === null ? null : showTime(row.at, screen)) },
  { title: 'prompt', value: (row) => row.prompt, flexible: true },
];

/** Prompts, one a row. */
export function renderPrompts(rows: readonly PromptRow[], screen: Screen): string {
  return renderTable(rows, COLUMNS, screen);
}
