import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSources } from '../../src/app/find-sources.ts';
import { importClaims } from '../../src/app/import-claims.ts';
import { emptyReport, type ImportReport } from '../../src/app/import-report.ts';
import { importSessions } from '../../src/app/import-sessions.ts';
import type { Importer } from '../../src/app/ports/importer.ts';
import { SeenSources, syncChanges } from '../../src/app/sync-changes.ts';
import { intentloomImporter } from '../../src/importers/intentloom/intentloom-importer.ts';
import { levelcodeImporter } from '../../src/importers/levelcode/levelcode-importer.ts';
import { INTENTLOOM_SAMPLES } from '../importers/intentloom/samples.ts';
import { LEVELCODE_ID, LEVELCODE_SAMPLES } from '../importers/levelcode/samples.ts';
import { eventsOf, openApp, type TestApp } from './app-fixture.ts';

const PROJECT = '/home/ada/orchard';

function save(path: string, ...records: readonly unknown[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join(''),
  );
}

async function importAll(app: TestApp, importer: Importer, dryRun = false): Promise<ImportReport> {
  const { files } = findSources(app, importer, { paths: [app.folder] });
  await importSessions(app, { importer, files, dryRun, revive: false });
  const report = emptyReport(importer.agent, dryRun);
  await importClaims(app, importer, { report, places: [app.folder] });
  app.readModel.catchUp();
  return report;
}

const memories = (app: TestApp) => app.readModel.memories({ everything: true });

function levelcodeApp(): TestApp {
  const app = openApp({ importers: [levelcodeImporter] });
  LEVELCODE_SAMPLES[0]?.write(app.folder);
  save(
    join(app.folder, 'memory', 'facts.jsonl'),
    { text: 'Pears ripen in the cellar', source_session: LEVELCODE_ID, learned_at: '2026-03-01', confirmed: true },
    { text: 'The ladder is short', confidence: 0.3 },
    'not a record',
  );
  save(join(app.folder, 'memory', 'journal.jsonl'), {
    session: LEVELCODE_ID,
    outcome: 'The old trees were pruned',
    decisions: ['Prune in winter'],
    files: ['pear.rb'],
  });
  return app;
}

/** One look of a watch at everything. */
async function look(app: TestApp, seen: SeenSources) {
  const { files } = findSources(app, levelcodeImporter, { paths: [app.folder] });
  const news = [];
  const agents = [{ importer: levelcodeImporter, files, claimsIn: [app.folder] }];
  for await (const item of syncChanges(app, agents, { seen, revive: false })) news.push(item);
  return news;
}

describe('what an agent itself remembers', () => {
  it('is found while its sessions are followed, and told once', async () => {
    const app = levelcodeApp();
    const seen = new SeenSources();
    expect(await look(app, seen)).toMatchObject([
      { kind: 'session', status: 'added' },
      { kind: 'claims', agent: 'levelcode', proposed: 4 },
    ]);
    expect(await look(app, seen)).toEqual([]);
    save(join(app.folder, 'memory', 'facts.jsonl'), { text: 'Quinces are picked last' });
    expect(await look(app, seen)).toEqual([{ kind: 'claims', agent: 'levelcode', proposed: 1 }]);
  });

  it('becomes proposals of its project: claims, never memory, whatever the agent says of them', async () => {
    const app = levelcodeApp();
    const report = await importAll(app, levelcodeImporter);
    expect(report.claims).toEqual({ read: 4, proposed: 4, known: 0, refused: 0, unplaced: 0 });
    const found = new Map(memories(app).map((record) => [record.text, record]));
    expect([...found.values()].every(({ status }) => status === 'proposed')).toBe(true);
    expect(found.get('Pears ripen in the cellar')).toMatchObject({
      kind: 'fact',
      confidence: 'observed',
      tags: ['confirmed-in-levelcode'],
      provenance: { agent: 'levelcode', sessionId: expect.any(String) },
    });
    expect(found.get('The ladder is short')).toMatchObject({ confidence: 'inferred' });
    expect(found.get('Prune in winter')).toMatchObject({ kind: 'decision', paths: ['pear.rb'] });
    const proposed = eventsOf(app, 'memory.proposed');
    expect(proposed.every(({ trust, by }) => trust === 'untrusted' && by.kind === 'import')).toBe(true);
  });

  it('is told once, whatever became of it since', async () => {
    const app = levelcodeApp();
    await importAll(app, levelcodeImporter);
    const before = eventsOf(app).length;
    expect((await importAll(app, levelcodeImporter)).claims).toMatchObject({ proposed: 0, known: 4 });
    expect(eventsOf(app)).toHaveLength(before);
  });

  it('is only counted by a dry run', async () => {
    const app = levelcodeApp();
    await importAll(app, levelcodeImporter);
    save(join(app.folder, 'memory', 'facts.jsonl'), { text: 'Apples keep longer' });
    const before = eventsOf(app).length;
    expect((await importAll(app, levelcodeImporter, true)).claims).toMatchObject({ proposed: 1 });
    expect(eventsOf(app)).toHaveLength(before);
  });

  it('waits where its project was not seen yet', async () => {
    const app = openApp({ importers: [levelcodeImporter] });
    save(join(app.folder, 'memory', 'facts.jsonl'), { text: 'Pears ripen in the cellar' });
    expect((await importAll(app, levelcodeImporter)).claims).toMatchObject({ read: 1, unplaced: 1 });
    expect(memories(app)).toEqual([]);
    expect(PROJECT).not.toBe(app.cwd);
  });

  it('is read from items of any shape that intentloom may write', async () => {
    const app = openApp({ importers: [intentloomImporter] });
    INTENTLOOM_SAMPLES[0]?.write(app.folder);
    const items = join(app.folder, '.aif', 'memory', 'items');
    save(join(items, 'a.json'), { id: 'a', kind: 'decision', text: 'Weave tighter', tags: ['rug'] });
    save(join(items, 'b.md'), '---\nkind: "constraint"\n---\nNever dye wool twice');
    save(join(items, 'c.jsonl'), { content: 'The loom is oak' }, { nothing: 1 });
    const report = await importAll(app, intentloomImporter);
    expect(report.claims).toMatchObject({ read: 3, proposed: 3 });
    expect(memories(app).map(({ text, kind, status }) => [kind, text, status])).toEqual(
      expect.arrayContaining([
        ['decision', 'Weave tighter', 'proposed'],
        ['constraint', 'Never dye wool twice', 'proposed'],
        ['fact', 'The loom is oak', 'proposed'],
      ]),
    );
  });

  it('has its secrets masked before anything is made of it', async () => {
    const app = levelcodeApp();
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    save(join(app.folder, 'memory', 'facts.jsonl'), { text: `The gate opens with ${secret}` });
    await importAll(app, levelcodeImporter);
    expect(JSON.stringify(eventsOf(app))).not.toContain(secret);
  });
});
