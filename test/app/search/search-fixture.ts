import { findSession } from '../../../src/app/find-session.ts';
import type { SearchHit } from '../../../src/app/search-hits.ts';
import { type SearchRequest, searchMemory } from '../../../src/app/search-memory.ts';
import type { SessionView } from '../../../src/domain/session-view.ts';
import { type Fields, prompt, SESSION } from '../../importers/support/claude-records.ts';
import { openApp, runImport, type TestApp, writeSource } from '../app-fixture.ts';

/** A minute of the day on which everything was said. */
export function minute(n: number): string {
  return new Date(Date.UTC(2026, 2, 1, 9, n)).toISOString();
}

/** Number `n` of the sessions of these tests. */
export function nativeOf(n: number): string {
  return `${SESSION.slice(0, -3)}${String(n).padStart(3, '0')}`;
}

/** A session in which each text is a prompt of its own. */
export function promptsOf(texts: readonly string[], n = 1, more: Fields = {}): readonly Fields[] {
  return texts.map((text, index) =>
    prompt(`${n}-${index}`, index === 0 ? null : `${n}-${index - 1}`, text, {
      sessionId: nativeOf(n),
      timestamp: minute(n * 60 + index),
      ...more,
    }),
  );
}

/** A store that knows these prompts, of one session in the shop's folder. */
export async function toldApp(texts: readonly string[]): Promise<TestApp> {
  const app = openApp();
  await tell(app, promptsOf(texts));
  return app;
}

/** Imports records as session number `n`. */
export async function tell(app: TestApp, records: readonly Fields[], n = 1): Promise<void> {
  writeSource(app, records, `${nativeOf(n)}.jsonl`);
  await runImport(app);
}

export async function search(
  app: TestApp,
  question: string,
  more: Partial<SearchRequest> = {},
): Promise<readonly SearchHit[]> {
  return (await searchMemory(app, { question, scope: { all: true }, ...more })).hits;
}

/** Snippets of the hits, which are whole texts here. */
export async function texts(
  app: TestApp,
  question: string,
  more: Partial<SearchRequest> = {},
): Promise<readonly string[]> {
  return (await search(app, question, more)).map(({ snippet }) => snippet);
}

export function viewOf(app: TestApp, n = 1): SessionView {
  return findSession(app, nativeOf(n), { all: true });
}
