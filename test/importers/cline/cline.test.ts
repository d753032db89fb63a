import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findSources } from '../../../src/app/find-sources.ts';
import { importSessions } from '../../../src/app/import-sessions.ts';
import { clineImporter } from '../../../src/importers/cline/cline-importer.ts';
import { fileSourceReader } from '../../../src/importers/source-reader.ts';
import { openApp } from '../../app/app-fixture.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { keepGenerations, pathWords, readAll } from '../support/keep.ts';
import { answered, CLINE_SAMPLES, ENVIRONMENT, sent, TASK_ID, ui } from './samples.ts';

const read = (...records: readonly unknown[]) => readAll(clineImporter, records);

describe('a task of Cline', () => {
  it('takes what a person typed out of what the model was sent', () => {
    const { conversation, summary } = read(
      sent('<task>\nGrind\n</task>', ENVIRONMENT),
      answered('Ground.'),
      sent('[ERROR] You did not use a tool', '<feedback>\nFiner\n</feedback>\n<answer>Yes</answer>'),
    );
    expect(conversation.messages.filter(({ kind }) => kind === 'prompt').map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'Grind' }],
      [{ type: 'text', text: 'Finer' }],
      [{ type: 'text', text: 'Yes' }],
    ]);
    expect(summary).toMatchObject({ title: 'Grind', cwd: '/home/ada/mill', counts: { prompts: 3, answers: 1 } });
  });

  it('pairs calls that were written as tags with the text that answers them', () => {
    const call = '<write_to_file><path>mill.ts</path><content>if (a <b>) {}</content></write_to_file>';
    const { conversation } = read(
      sent('<task>Grind</task>'),
      answered(`Writing.\n${call}\nDone.`),
      sent("[write_to_file for 'mill.ts'] Result:", 'saved', ENVIRONMENT),
    );
    expect(conversation.messages[1]?.content).toMatchObject([
      { type: 'text', text: 'Writing.' },
      { type: 'toolCall', name: 'write_to_file', input: { path: 'mill.ts', content: 'if (a <b>) {}' } },
      { type: 'text', text: 'Done.' },
    ]);
    expect(conversation.messages[2]).toMatchObject({ kind: 'toolResult' });
    expect(conversation.repairs).toEqual([]);
  });

  it('reads calls of the API as they are', () => {
    const use = { type: 'tool_use', id: 't1', name: 'read_file', input: { path: 'mill.ts' } };
    const result = { type: 'tool_result', tool_use_id: 't1', is_error: true, content: 'gone' };
    const { summary } = read(
      sent('<task>Grind</task>'),
      { role: 'assistant', content: [use], modelInfo: { modelId: 'lark-4' }, ts: 1772355660000 },
      { role: 'user', content: [result] },
    );
    expect(summary.counts).toMatchObject({ prompts: 1, answers: 1, toolCalls: 1, toolErrors: 1 });
    expect(summary).toMatchObject({ models: ['lark-4'], startedAt: '2026-03-01T09:01:00.000Z' });
  });

  it('takes what is on the screen after a request for the answer to it', () => {
    const { conversation, summary } = read(
      ui(0, 'say', 'text', { text: 'Grind' }),
      ui(1, 'say', 'api_req_started', { text: '{"tokensIn":10,"tokensOut":2}' }),
      ui(2, 'say', 'reasoning', { text: 'Hm.' }),
      ui(3, 'say', 'text', { text: 'Grinding.' }),
      ui(4, 'say', 'tool', { text: '{"tool":"readFile","path":"mill.ts"}' }),
      ui(5, 'say', 'error', { text: 'no wind' }),
      ui(6, 'say', 'user_feedback', { text: 'Wait' }),
    );
    expect(pathWords(conversation)).toEqual(['Grind', 'Grinding.', 'Wait']);
    expect(summary.counts).toMatchObject({ prompts: 2, answers: 1, toolCalls: 1, errors: 1 });
    expect(summary.tokens).toMatchObject({ input: 10, output: 2 });
  });

  it('lets no line that the file lost begin an answer of those it has', () => {
    const request = ui(1, 'say', 'api_req_started', { text: '{"tokensIn":1,"tokensOut":1}' });
    const { conversation, summary } = readAll(
      clineImporter,
      keepGenerations(clineImporter, [request], [ui(2, 'say', 'user_feedback'), ui(3, 'say', 'text', { text: 'Hm.' })]),
    );
    expect(summary.counts).toMatchObject({ prompts: 1, answers: 1 });
    expect(conversation.messages.filter(({ kind }) => kind === 'answer')).toHaveLength(1);
  });

  it('is found once, where both of its files are, with the times and costs of the second', async () => {
    const app = openApp({ importers: [clineImporter] });
    CLINE_SAMPLES[0]?.write(app.folder);
    const { files } = findSources(app, clineImporter, { paths: [app.folder] });
    expect(files).toHaveLength(1);
    await importSessions(app, { importer: clineImporter, files, dryRun: false, revive: false });
    app.readModel.catchUp();
    expect(app.readModel.list({ everything: true })).toMatchObject([
      {
        nativeId: TASK_ID,
        startedAt: '2026-03-01T09:00:00.000Z',
        updatedAt: '2026-03-01T09:04:00.000Z',
        tokens: { input: 20, output: 4 },
      },
    ]);
  });

  it('of the older storage has what was on the screen alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'loom-cline-'));
    onTestFinished(() => removeFolder(folder));
    CLINE_SAMPLES[1]?.write(folder);
    expect([...clineImporter.find(folder, fileSourceReader)]).toHaveLength(1);
  });
});
