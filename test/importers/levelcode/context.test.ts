import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assembleContext } from '../../../src/app/assemble-context.ts';
import { findSources } from '../../../src/app/find-sources.ts';
import { importSessions } from '../../../src/app/import-sessions.ts';
import { levelcodeImporter } from '../../../src/importers/levelcode/levelcode-importer.ts';
import { openApp, secondProcess, type TestApp } from '../../app/app-fixture.ts';
import { CONTEXT_FAULTS } from '../../support/chat-rules.ts';
import { line, meta } from './samples.ts';

const FORMATS = ['anthropic', 'openai', 'markdown', 'json'] as const;
const ROOMY = 100_000;
const user = (minute: number, content: string) => line(minute, 'user', { content });
const answer = (minute: number, text: string) => line(minute, 'assistant', { content: [{ type: 'text', text }] });

/** Turns of some length, a compaction after the sixth, and turns behind it. */
function longSession(): readonly unknown[] {
  const turn = (n: number) => [
    user(2 * n + 1, `Prune pear ${n}: ${'twig '.repeat(120)}`),
    answer(2 * n + 2, `Pear ${n} is pruned. ${'leaf '.repeat(160)}`),
  ];
  const turns = Array.from({ length: 10 }, (_, n) => turn(n));
  const compact = line(12, 'compact', { briefing: `Six pears are pruned. ${'bark '.repeat(40)}`, coversThrough: 12 });
  return [meta(), ...turns.slice(0, 6).flat(), compact, ...turns.slice(6).flat()];
}

async function keep(records: readonly unknown[]): Promise<TestApp> {
  const app = openApp({ importers: [levelcodeImporter] });
  const path = join(app.folder, 'session.jsonl');
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const { files } = findSources(app, levelcodeImporter, { paths: [path] });
  await importSessions(app, { importer: levelcodeImporter, files, dryRun: false, revive: false });
  app.readModel.catchUp();
  return app;
}

function contextOf(app: TestApp, format: (typeof FORMATS)[number], budget: number) {
  const [view] = app.readModel.list({ everything: true });
  if (view === undefined) throw new Error('nothing was kept');
  return assembleContext(app, view.id, { format, budget });
}

describe('the context of a LevelCode session', () => {
  it.each(FORMATS)('as %s changes its tier exactly where the next one no longer fits', async (format) => {
    const app = await keep(longSession());
    const whole = contextOf(app, format, ROOMY).tokens;
    expect(contextOf(app, format, whole)).toMatchObject({ tier: 'verbatim', tokens: whole, note: null });
    const compacted = contextOf(app, format, whole - 1);
    expect(compacted.tier).toBe('compacted');
    expect(compacted.document).toContain('Six pears are pruned.');
    expect(compacted.document).not.toContain('Prune pear 5:');
    expect(contextOf(app, format, compacted.tokens)).toMatchObject({ tier: 'compacted', tokens: compacted.tokens });
    const summarised = contextOf(app, format, compacted.tokens - 1);
    expect(summarised.tier).toBe('summarised');
    expect(summarised.tokens).toBeLessThan(compacted.tokens);
    expect(summarised.document).toContain('Pear 9 is pruned.');
    expect(CONTEXT_FAULTS[format](summarised.document)).toEqual([]);
  });

  it.each(FORMATS)(
    'as %s leaves out of one long turn what its budget has no room for, the same bytes each time',
    async (format) => {
      const calls = Array.from({ length: 6 }, (_, n) => [
        { type: 'tool_use', id: `c${n}`, name: 'read_file', input: { path: `pear-${n}.rb` } },
        { type: 'tool_result', tool_use_id: `c${n}`, content: `pear ${n} ${'bark '.repeat(800)}` },
      ]);
      const work = calls.map(([call, result], n) =>
        line(2 + n, 'agent', {
          messages: [
            { role: 'assistant', content: [call] },
            { role: 'user', content: [result] },
          ],
        }),
      );
      const app = await keep([meta(), user(1, 'Prune them all'), ...work, answer(20, 'All are pruned.')]);
      let before = Number.POSITIVE_INFINITY;
      for (const budget of [4000, 2000, 1000, 500]) {
        const { document, tokens } = contextOf(app, format, budget);
        expect(tokens).toBeLessThanOrEqual(Math.min(budget, before));
        before = tokens;
        expect(document).toContain('Prune them all');
        expect(document).toContain('All are pruned.');
        expect(CONTEXT_FAULTS[format](document)).toEqual([]);
        expect(contextOf(secondProcess(app), format, budget).document).toBe(document);
      }
      expect(contextOf(app, format, 4000).document).toMatch(/\[… \d+ bytes left out: loom sessions export /);
    },
  );
});
