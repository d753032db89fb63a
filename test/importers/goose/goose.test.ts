import { describe, expect, it } from 'vitest';
import { findSources } from '../../../src/app/find-sources.ts';
import { importSessions } from '../../../src/app/import-sessions.ts';
import { gooseImporter } from '../../../src/importers/goose/goose-importer.ts';
import { openApp } from '../../app/app-fixture.ts';
import { readAll } from '../support/keep.ts';
import { GOOSE_ID, writeGooseDatabase } from './samples.ts';

function message(id: number, role: string, content: readonly unknown[], metadata?: unknown) {
  return {
    id,
    session_id: GOOSE_ID,
    role,
    content_json: content,
    created_timestamp: 1772355600 + id,
    metadata_json: metadata,
  };
}

const text = (words: string) => [{ type: 'text', text: words }];

describe('a goose conversation', () => {
  it('takes a row of results for no prompt, and words beside results for one', () => {
    const result = { type: 'toolResponse', id: 'c1', toolResult: { status: 'error', error: 'no nest' } };
    const { summary, conversation } = readAll(gooseImporter, [
      message(1, 'user', text('Count the eggs')),
      message(2, 'assistant', [
        { type: 'toolRequest', id: 'c1', toolCall: { value: { name: 'shell', arguments: {} } } },
      ]),
      message(3, 'user', [result]),
      message(4, 'user', [result, ...text('And the hens')]),
    ]);
    expect(summary.counts).toMatchObject({ prompts: 2, answers: 1, toolCalls: 1, toolErrors: 1 });
    expect(conversation.messages.map(({ kind }) => kind)).toEqual(['prompt', 'answer', 'toolResult', 'prompt']);
  });

  it('reads results in their newer form', () => {
    const value = { content: text('three'), isError: true };
    const { conversation } = readAll(gooseImporter, [
      message(1, 'user', [{ type: 'toolResponse', id: 'c1', toolResult: { status: 'success', value } }]),
    ]);
    expect(conversation.messages[0]?.content).toMatchObject([
      { type: 'toolResult', isError: true, content: [{ text: 'three' }] },
    ]);
  });

  it('knows a compaction by the summary that only the model sees', () => {
    const hidden = { userVisible: true, agentVisible: false };
    const forAgent = { userVisible: false, agentVisible: true };
    const { summary, conversation } = readAll(gooseImporter, [
      message(1, 'user', text('Count the eggs'), hidden),
      message(2, 'assistant', text('Three.'), hidden),
      message(3, 'user', text('The eggs were counted.'), forAgent),
      message(4, 'assistant', text('I will go on.'), forAgent),
      message(5, 'user', text('And the hens?')),
    ]);
    expect(summary.counts).toMatchObject({ prompts: 2, answers: 1, compactions: 1 });
    expect(conversation.compactions).toHaveLength(1);
    expect(conversation.messages.map(({ kind }) => kind)).toEqual(['prompt', 'answer', 'summary', 'meta', 'prompt']);
  });

  it('has no token figures where the agent wrote none', () => {
    const row = { id: GOOSE_ID, working_dir: '/home/ada/hen-house', total_tokens: null, input_tokens: null };
    const { summary } = readAll(gooseImporter, [message(1, 'user', text('Count')), row]);
    expect(summary.tokens).toMatchObject({ input: null, output: null });
  });
});

describe('a goose database', () => {
  async function importFrom(app: ReturnType<typeof openApp>, path: string) {
    const { files } = findSources(app, gooseImporter, { paths: [path] });
    const report = await importSessions(app, { importer: gooseImporter, files, dryRun: false, revive: false });
    app.readModel.catchUp();
    return report;
  }

  it('gives each session that something was asked in, its newest rows included, as a source of its own', async () => {
    const app = openApp({ importers: [gooseImporter] });
    const { path, open } = writeGooseDatabase(app.folder, true);
    const report = await importFrom(app, app.folder);
    expect(report.sessions).toMatchObject({ added: 2, skipped: 0 });
    const views = app.readModel.list({ everything: true });
    expect(views.map(({ nativeId }) => nativeId).sort()).toEqual([GOOSE_ID, '20260301_2']);
    expect(app.readModel.bySource(`${path}#${GOOSE_ID}`)).toBeDefined();
    open.close();
  });

  it('adds to the session that grew and leaves the other', async () => {
    const app = openApp({ importers: [gooseImporter] });
    const { path, open } = writeGooseDatabase(app.folder, true);
    await importFrom(app, path);
    open.run(
      "INSERT INTO messages (session_id, role, content_json, created_timestamp) VALUES ('20260301_2', 'assistant', ?, 1772355800)",
      JSON.stringify(text('Two hens.')),
    );
    expect((await importFrom(app, path)).sessions).toMatchObject({ updated: 1, unchanged: 1 });
    open.close();
  });

  it('keeps the digits of numbers inside its JSON columns', async () => {
    const app = openApp({ importers: [gooseImporter] });
    const { path, open } = writeGooseDatabase(app.folder);
    open.run('UPDATE sessions SET extension_data = \'{"n": 12345678901234567890, "f": 1.50}\'');
    open.close();
    await importFrom(app, path);
    const { session = '' } = app.readModel.bySource(`${path}#${GOOSE_ID}`) ?? {};
    const lines = [...app.transcripts.keptLines(session as never, Number.MAX_SAFE_INTEGER)].join('\n');
    expect(lines).toContain('"extension_data":{"n":12345678901234567890,"f":1.50}');
  });
});
