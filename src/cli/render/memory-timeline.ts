import type { ContextEntry, MemoryTimeline } from '../../app/memory-timeline.ts';
import type { Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { showTime } from '../times.ts';

const COLUMNS: readonly Column<ContextEntry>[] = [
  { title: '', value: (entry) => (entry.anchor ? '>' : '') },
  { title: 'at', value: (entry, screen) => showTime(entry.at as never, screen) },
  { title: 'type', value: (entry) => entry.type, paint: (text, _entry, screen) => screen.paint.name(text) },
  { title: 'id', value: (entry) => entry.id },
  { title: 'text', value: (entry) => entry.text, flexible: true },
];

/** What stands around a hit, one thing a row; the hit itself is marked. */
export function renderContext({ entries }: MemoryTimeline, screen: Screen): string {
  return renderTable(entries, COLUMNS, screen);
}
