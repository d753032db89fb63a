import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSources } from '../../../src/app/find-sources.ts';
import { importSessions } from '../../../src/app/import-sessions.ts';
import { ctxImporter } from '../../../src/importers/ctx/ctx-importer.ts';
import { openApp } from '../../app/app-fixture.ts';
import { pathWords, readAll } from '../support/keep.ts';
import { CTX_HEAD, event, session } from './samples.ts';

describe('the exchange format', () => {
  it('holds several sessions, each of which becomes one; a child names its parent', async () => {
    const app = openApp({ importers: [ctxImporter] });
    const path = join(app.folder, 'hut.ctx.jsonl');
    const child = { session_id: 's2', parent_session_id: 's1', session_relationship: 'delegated' };
    const lines = [...CTX_HEAD, session(), event(0, 'user', { text: 'Thatch' }), session(child)].map((one) =>
      JSON.stringify(one),
    );
    lines.push('not a record', JSON.stringify(event(1, 'user', 'Slate', { session_id: 's2' })));
    writeFileSync(path, `${lines.join('\n')}\n`);
    const { files } = findSources(app, ctxImporter, { paths: [path] });
    const report = await importSessions(app, { importer: ctxImporter, files, dryRun: false, revive: false });
    app.readModel.catchUp();
    expect(report.sessions).toMatchObject({ added: 2 });
    expect(report.records).toMatchObject({ kept: 4, malformed: 1 });
    const views = app.readModel.list({ everything: true, includeSubagents: true });
    const byNative = new Map(views.map((view) => [view.nativeId, view]));
    expect(byNative.get('hut/s2')?.parent?.id).toBe(byNative.get('hut/s1')?.id);
  });

  it('may call a session longer than an event may be: it is kept, and known again', async () => {
    const app = openApp({ importers: [ctxImporter] });
    const path = join(app.folder, 'hut.ctx.jsonl');
    const long = { session_id: 'straw'.repeat(10_000) };
    const lines = [...CTX_HEAD, session(long), event(0, 'user', { text: 'Thatch' }, long)];
    writeFileSync(path, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const read = async () => {
      const { files } = findSources(app, ctxImporter, { paths: [path] });
      const report = await importSessions(app, { importer: ctxImporter, files, dryRun: false, revive: false });
      app.readModel.catchUp();
      return report.sessions;
    };
    expect(await read()).toMatchObject({ added: 1, failed: 0 });
    expect(await read()).toMatchObject({ added: 0, updated: 0, unchanged: 1 });
  });

  it('takes the words of an event from its payload, else from its preview', () => {
    const { conversation, summary } = readAll(ctxImporter, [
      session({ title: 'Roofs' }),
      event(0, 'user', 'Thatch'),
      event(1, 'assistant', { content: [{ type: 'text', text: 'Thatched.' }] }),
      event(2, 'user', undefined, { preview: 'And the…' }),
      event(3, 'system', { text: 'It rains.' }, { event_type: 'weather', role: undefined }),
    ]);
    expect(pathWords(conversation)).toEqual(['Thatch', 'Thatched.', 'And the…']);
    expect(conversation.messages.at(-1)?.content).toEqual([{ type: 'notice', kind: 'weather', text: 'It rains.' }]);
    expect(summary).toMatchObject({ title: 'Roofs', cwd: '/home/ada/hut', counts: { prompts: 2, answers: 1 } });
  });
});
