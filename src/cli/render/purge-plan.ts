import type { PurgeItem } from '../../app/purge-sessions.ts';
import { countOf } from '../../kernel/count-of.ts';
import { safeLine } from '../safe-text.ts';
import { describeBytes } from './import-report.ts';

function itemLines(item: PurgeItem): readonly string[] {
  const title = item.title === null ? '' : ` ${safeLine(item.title)}`;
  return [
    `${item.session}${title}: ${countOf(item.events, 'event')} (${describeBytes(item.eventBytes)}), transcript ${describeBytes(item.transcriptBytes)}, ${countOf(item.blobs, 'blob')} (${describeBytes(item.blobBytes)})`,
    ...item.copies.map(
      (copy) =>
        `  copies stay in ${copy.session} (${copy.kind}); to erase them too: loom sessions purge ${copy.session}`,
    ),
    ...item.memories.map((id) => `  memory learned in it stays; to erase it too: loom memory forget ${id}`),
    ...item.exports.map(
      (made) =>
        `  exported ${made.at} as ${safeLine(made.format)}${made.path === null ? '' : ` to ${safeLine(made.path)}`}; that file is not touched`,
    ),
  ];
}

/** What a purge erases of each session, and which copies it does not reach. */
export function renderPurgePlan(items: readonly PurgeItem[]): string {
  return `${items.flatMap(itemLines).join('\n')}\n`;
}
