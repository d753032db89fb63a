import type { SyncNews } from '../../app/sync-changes.ts';
import { assertNever } from '../../kernel/assert-never.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { safeLine } from '../safe-text.ts';
import { systemClock } from '../system-sources.ts';

/** A line for people about what was imported just now. */
export function describeNews(news: SyncNews): string {
  const at = formatInstant(systemClock());
  return `${at}\t${wordsOf(news)}\n`;
}

function wordsOf(news: SyncNews): string {
  switch (news.kind) {
    case 'session':
      return `${news.status}\t${news.session}\t${news.agent}\t${safeLine(news.title ?? 'Untitled session')}`;
    case 'problem':
      return `problem\t${news.code}\t${news.agent}\t${safeLine(news.path)} ${safeLine(news.message)}`;
    case 'claims':
      return `proposed\t${news.proposed}\t${news.agent}\twhat it remembers, to be accepted: loom memory review`;
    default:
      return assertNever(news);
  }
}

/** The same as a document of `--jsonl`. */
export function newsDocument(news: SyncNews): unknown {
  return { at: formatInstant(systemClock()), ...news };
}
