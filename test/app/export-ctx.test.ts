import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportCtx } from '../../src/app/export-conversation.ts';
import { findSources } from '../../src/app/find-sources.ts';
import { importSessions } from '../../src/app/import-sessions.ts';
import type { Importer } from '../../src/app/ports/importer.ts';
import { ctxImporter } from '../../src/importers/ctx/ctx-importer.ts';
import { qwenImporter } from '../../src/importers/qwen/qwen-importer.ts';
import { QWEN_ID, QWEN_SAMPLES } from '../importers/qwen/samples.ts';
import { openApp, type TestApp } from './app-fixture.ts';

async function importFrom(app: TestApp, importer: Importer, path: string): Promise<void> {
  const { files } = findSources(app, importer, { paths: [path] });
  await importSessions(app, { importer, files, dryRun: false, revive: false });
  app.readModel.catchUp();
}

async function exported(mode: 'compact' | 'redacted' | 'full') {
  const app = openApp({ importers: [qwenImporter, ctxImporter] });
  await importFrom(app, qwenImporter, QWEN_SAMPLES[0]?.write(app.folder) ?? '');
  const views = app.readModel.list({ everything: true });
  const lines = [...exportCtx(app, views, mode)];
  return { app, lines, records: lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>) };
}

describe('the exchange format as an export', () => {
  it('says what it is, whose sessions follow, and tells each event once, with native ids', async () => {
    const { records } = await exported('redacted');
    expect(records.map((record) => record['record_type'])).toEqual([
      'manifest',
      'source',
      'session',
      'event',
      'event',
      'event',
      'event',
    ]);
    expect(records[0]).toEqual({
      record_type: 'manifest',
      schema_version: 'ctx-history-jsonl-v1',
      lineage_contract: 'provider_native_v1',
    });
    expect(records[1]).toMatchObject({ source_id: 'loom-qwen', provider_key: 'qwen' });
    expect(records[2]).toMatchObject({
      native_session_id: QWEN_ID,
      session_relationship: 'root',
      cwd: '/home/ada/bakery',
    });
    expect(records.slice(3).map(({ event_id, role, event_index }) => [event_id, role, event_index])).toEqual([
      ['r1', 'user', 0],
      ['r2', 'assistant', 1],
      ['r3', 'tool', 2],
      ['r4', 'assistant', 3],
    ]);
  });

  it('leaves thoughts to the full mode and results out of the compact one', async () => {
    const full = (await exported('full')).lines.join('\n');
    const redacted = (await exported('redacted')).lines.join('\n');
    const compact = (await exported('compact')).lines.join('\n');
    expect(full).toContain('The recipe first.');
    expect(redacted).not.toContain('The recipe first.');
    expect(redacted).toContain('flour');
    expect(compact).not.toContain('flour');
    expect(compact).toContain('read_file');
  });

  it('reads back as the same conversation', async () => {
    const { app, lines } = await exported('redacted');
    const path = join(app.folder, 'out.ctx.jsonl');
    writeFileSync(path, `${lines.join('\n')}\n`);
    await importFrom(app, ctxImporter, path);
    const [before, after] = ['qwen', 'ctx'].map((agent) =>
      app.readModel.list({ everything: true }).find((view) => view.agent === agent),
    );
    expect(after?.counts).toMatchObject({ prompts: 1, answers: 2, toolCalls: 1, toolErrors: 0 });
    expect([after?.title, after?.cwd, after?.startedAt, after?.models]).toEqual([
      before?.title,
      before?.cwd,
      before?.startedAt,
      before?.models,
    ]);
  });
});
