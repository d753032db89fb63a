import type { TailRow } from '../../app/tail-journal.ts';
import type { IsoTime } from '../../kernel/ids.ts';
import type { Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { showTime } from '../times.ts';

const COLUMNS: readonly Column<TailRow>[] = [
  {
    title: 'id',
    value: (row) => ('damage' in row ? null : row.id),
    paint: (text, _row, screen) => screen.paint.dim(text),
  },
  {
    title: 'at',
    value: (row, screen) => ('damage' in row || row.at === null ? null : showTime(row.at as IsoTime, screen)),
  },
  {
    title: 'event',
    value: (row) => ('damage' in row ? `damage: ${row.damage}` : row.type),
    paint: (text, _row, screen) => screen.paint.name(text),
  },
  { title: 'stream', value: (row) => ('damage' in row ? `segment ${row.segment}` : row.stream) },
  { title: 'by', value: (row) => ('by' in row ? row.by.kind : null) },
  { title: 'data', value: (row) => ('damage' in row ? row.detail : JSON.stringify(row.data)), flexible: true },
];

/** Events, one a row, oldest first. */
export function renderTail(rows: readonly TailRow[], screen: Screen): string {
  return renderTable(rows, COLUMNS, screen);
}
