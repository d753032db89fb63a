import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSources } from '../../../src/app/find-sources.ts';
import { importSessions } from '../../../src/app/import-sessions.ts';
import { levelcodeImporter } from '../../../src/importers/levelcode/levelcode-importer.ts';
import { openApp } from '../../app/app-fixture.ts';
import { keepAll } from '../../contract/hostile-records.ts';
import { pathWords, readAll } from '../support/keep.ts';
import { line, meta } from './samples.ts';

const read = (...records: readonly unknown[]) => readAll(levelcodeImporter, records);
const user = (minute: number, content: string) => line(minute, 'user', { content });
const answer = (minute: number, text: string) => line(minute, 'assistant', { content: [{ type: 'text', text }] });

function typesOf(...records: readonly unknown[]): readonly string[] {
  return [...levelcodeImporter.eventsOf(keepAll(levelcodeImporter, records))].map(({ type }) => type);
}

async function importText(text: string) {
  const app = openApp({ importers: [levelcodeImporter] });
  const path = join(app.folder, 'session.jsonl');
  writeFileSync(path, text);
  const { files } = findSources(app, levelcodeImporter, { paths: [path] });
  const report = await importSessions(app, { importer: levelcodeImporter, files, dryRun: false, revive: false });
  app.readModel.catchUp();
  return { app, report };
}

describe('a session of LevelCode', () => {
  it('that crashed after one message is listed', async () => {
    const torn = '{"kind":"assistant","t":"2026-03-01T09:02';
    const { app } = await importText(`${JSON.stringify(meta())}\n${JSON.stringify(user(1, 'Prune'))}\n${torn}`);
    const [view] = app.readModel.list({ everything: true });
    expect(view).toMatchObject({ agent: 'levelcode', title: 'Prune', counts: { prompts: 1, answers: 0 } });
  });

  it('in which nothing was said is none', async () => {
    const { report } = await importText(`${JSON.stringify(meta())}\n`);
    expect(report.problems).toMatchObject([{ code: 'not-a-session' }]);
  });

  it('tells of a reload as a discontinuity, and of names, pins and endings as events', () => {
    expect(
      typesOf(
        meta(),
        user(1, 'Prune'),
        line(2, 'title', { title: 'Pruning' }),
        line(3, 'event', { type: 'reload' }),
        line(4, 'event', { type: 'abort' }),
        line(5, 'event', { type: 'checkpoint', n: 3 }),
        line(6, 'event', { type: 'pin' }),
        line(7, 'title', { title: 'Pruning the pears' }),
        line(8, 'event', { type: 'done' }),
      ),
    ).toEqual([
      'prompt.submitted',
      'session.renamed',
      'session.reloaded',
      'run.interrupted',
      'session.pinned',
      'session.renamed',
      'session.closed',
    ]);
  });

  it('is called by its last title', () => {
    const { summary } = read(meta({ title: 'First' }), user(1, 'Prune'), line(2, 'title', { title: 'Pears' }));
    expect(summary).toMatchObject({ title: 'Pears', titleSource: 'custom', cwd: '/home/ada/orchard' });
  });

  it('keeps the lines before a compaction; the last briefing stands', () => {
    const { conversation, summary } = read(
      meta(),
      user(1, 'Prune'),
      answer(2, 'Pruned.'),
      line(3, 'compact', { briefing: 'We pruned.', coversThrough: 2 }),
      user(4, 'Water'),
      line(5, 'compact', { briefing: 'We pruned and watered.', coversThrough: 4 }),
      user(6, 'Pick'),
    );
    expect(summary.counts).toMatchObject({ prompts: 3, compactions: 2 });
    expect(conversation.compactions.at(-1)).toMatchObject({ summaryMessageId: 'line:6' });
    expect(pathWords(conversation)).toEqual([
      'Prune',
      'Pruned.',
      'We pruned.',
      'Water',
      'We pruned and watered.',
      'Pick',
    ]);
  });

  it('names the files that went along with a prompt', () => {
    const { conversation } = read(meta(), line(1, 'user', { content: 'Prune', contextFiles: ['pear.rb'] }));
    expect(conversation.messages[0]?.content).toEqual([
      { type: 'text', text: 'Prune' },
      { type: 'file', name: 'pear.rb' },
    ]);
  });

  it('of a newer version is refused, and said so', async () => {
    const { report } = await importText(`${JSON.stringify(meta({ v: 2 }))}\n${JSON.stringify(user(1, 'Prune'))}\n`);
    expect(report.problems).toMatchObject([
      { code: 'unsupported-version', message: expect.stringContaining('version 2') },
    ]);
    expect(report.sessions.added).toBe(0);
  });
});
