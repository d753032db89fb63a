import type { TimelineEntry } from '../../domain/session-timeline.ts';
import type { Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { showTime } from '../times.ts';

const COLUMNS: readonly Column<TimelineEntry>[] = [
  { title: 'at', value: (entry, screen) => (entry.at === null ? null : showTime(entry.at, screen)) },
  { title: 'event', value: (entry) => entry.type, paint: (text, _entry, screen) => screen.paint.name(text) },
  { title: 'from', value: (entry) => entry.source },
  { title: 'by', value: (entry) => entry.by?.kind ?? null },
  { title: 'data', value: (entry) => JSON.stringify(entry.data), flexible: true },
];

/** Events, one a row. */
export function renderTimeline(entries: readonly TimelineEntry[], screen: Screen): string {
  return renderTable(entries, COLUMNS, screen);
}
