import type { SyncNews } from '../../app/sync-changes.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { safeLine } from '../safe-text.ts';
import { systemClock } from '../system-sources.ts';

/** A line for people about what was imported just now. */
export function describeNews(news: SyncNews): string {
  const at = formatInstant(systemClock());
  const told =
    news.kind === 'session'
      ? `${news.status}\t${news.session}\t${news.agent}\t${safeLine(news.title ?? 'Untitled session')}`
      : `problem\t${news.code}\t${news.agent}\t${safeLine(news.path)} ${safeLine(news.message)}`;
  return `${at}\t${told}\n`;
}

/** The same as a document of `--jsonl`. */
export function newsDocument(news: SyncNews): unknown {
  return { at: formatInstant(systemClock()), ...news };
}
