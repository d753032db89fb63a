import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assembleContext } from '../../../src/app/assemble-context.ts';
import { findSources } from '../../../src/app/find-sources.ts';
import { importSessions } from '../../../src/app/import-sessions.ts';
import { readTimeline } from '../../../src/app/read-timeline.ts';
import { showSession } from '../../../src/app/show-session.ts';
import { miniMeImporter } from '../../../src/importers/mini-me/mini-me-importer.ts';
import { openApp } from '../../app/app-fixture.ts';
import { keepAll } from '../../contract/hostile-records.ts';
import { keepGenerations, pathWords, readAll } from '../support/keep.ts';
import { answer, error, MINI_ME_ID, SYSTEM, user } from './samples.ts';

const frame = { id: MINI_ME_ID, provider: 'forest', model: 'acorn-1', messages: [], errors: [] };
const read = (...records: readonly unknown[]) => readAll(miniMeImporter, [...records, frame]);

describe('a session of mini-me', () => {
  it('has its errors beside the conversation, no more than mini-me keeps', () => {
    const errors = Array.from({ length: 205 }, (_, turn) => error(turn));
    const { conversation, summary } = read(SYSTEM, user('Plant'), answer('Planted.'), ...errors);
    expect(summary.counts.errors).toBe(200);
    expect(pathWords(conversation)).toEqual(['You are mm.', 'Plant', 'Planted.']);
    expect(JSON.stringify(conversation.messages)).not.toContain('HTTP 500');
  });

  it('tells its errors as events', () => {
    const events = [
      ...miniMeImporter.eventsOf(keepAll(miniMeImporter, [user('Plant'), error(1), error(2, 'compaction'), frame])),
    ];
    expect(events.map(({ type, data }) => [type, data['source']])).toEqual([
      ['prompt.submitted', undefined],
      ['error.recorded', 'generation'],
      ['error.recorded', 'compaction'],
    ]);
  });

  it('is none while nothing was asked', async () => {
    const app = openApp({ importers: [miniMeImporter] });
    const folder = join(app.folder, '.mm', 'sessions');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${MINI_ME_ID}.json`), JSON.stringify({ ...frame, messages: [SYSTEM] }));
    const { files } = findSources(app, miniMeImporter, { paths: [app.folder] });
    const report = await importSessions(app, { importer: miniMeImporter, files, dryRun: false, revive: false });
    expect(report.sessions).toMatchObject({ added: 0, skipped: 1 });
    expect(report.problems).toMatchObject([{ code: 'not-a-session' }]);
  });

  it('keeps the turns that a compaction took out; its own words are no prompt and no answer', () => {
    const before = [SYSTEM, user('Plant'), answer('Planted.'), user('Water'), answer('Watered.')];
    const after = [SYSTEM, user('[Summary of the conversation so far] planted'), answer('Understood.'), user('Prune')];
    const { conversation, summary } = readAll(
      miniMeImporter,
      keepGenerations(miniMeImporter, [...before, frame], [...after, frame]),
    );
    expect(summary.counts).toMatchObject({ prompts: 3, answers: 2, compactions: 1 });
    expect(conversation.messages.filter(({ kind }) => kind === 'prompt')).toHaveLength(3);
    expect(conversation.messages.filter(({ kind }) => kind === 'answer')).toHaveLength(2);
    expect(pathWords(conversation)).not.toContain('Watered.');
  });

  it('tells what a person typed from what was put in', () => {
    const { conversation, summary } = read(user('Plant\n[attached file: oak.ts]\n[asked: which oak?]'));
    expect(conversation.messages[0]?.content).toEqual([
      { type: 'text', text: 'Plant' },
      { type: 'file', name: 'oak.ts' },
      { type: 'notice', kind: 'injected', text: '[asked: which oak?]' },
    ]);
    expect(summary.title).toBe('Plant');
  });

  it('began when its name says, in an unknown zone', () => {
    const { summary } = read(user('Plant'));
    expect(summary).toMatchObject({ startedAt: '2026-03-01T09:00:00.000Z', timeSuspect: true, models: ['acorn-1'] });
  });
});

describe('what a session of mini-me says was run', () => {
  it('is not run by keeping, showing or going on with it', async () => {
    const app = openApp({ importers: [miniMeImporter] });
    const marks = ['shell', 'write', 'result'].map((name) => join(app.folder, `${name}-mark`));
    const call = (id: string, name: string, input: unknown) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    });
    const calls = [
      call('c1', 'run_command', { command: `touch ${marks[0]}`, args: ['sh', '-c', `touch ${marks[0]}`] }),
      call('c2', 'write_file', { path: marks[1], content: 'written again' }),
    ];
    const messages = [
      SYSTEM,
      user(`!touch ${marks[0]}`),
      answer('', { tool_calls: calls }),
      { role: 'tool', tool_call_id: 'c1', content: `$(touch ${marks[2]})` },
      { role: 'tool', tool_call_id: 'c2', content: 'ok' },
      answer('Done.'),
    ];
    const folder = join(app.folder, '.mm', 'sessions');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${MINI_ME_ID}.json`), JSON.stringify({ ...frame, messages }));
    const { files } = findSources(app, miniMeImporter, { paths: [app.folder] });
    await importSessions(app, { importer: miniMeImporter, files, dryRun: false, revive: false });
    app.readModel.catchUp();
    const [view] = app.readModel.list({ everything: true });
    if (view === undefined) throw new Error('nothing was kept');
    expect(showSession(app, view.id).view.counts).toMatchObject({ prompts: 1, toolCalls: 2 });
    expect(readTimeline(app, view.id).filter(({ type }) => type === 'tool.requested')).toHaveLength(2);
    for (const format of ['anthropic', 'openai', 'markdown', 'json'] as const) {
      expect(assembleContext(app, view.id, { format }).document).toContain('touch');
    }
    expect(marks.filter((mark) => existsSync(mark))).toEqual([]);
  });
});
