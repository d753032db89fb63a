import { describe, expect, it } from 'vitest';
import { sessionBaselines } from '../../src/app/session-baselines.ts';
import { EVENT_SCHEMAS } from '../../src/events/event-schemas.ts';
import type { SnapshotTaken } from '../../src/events/session-data.ts';
import { answer, base, type Fields, prompt } from '../importers/support/claude-records.ts';
import {
  eventsOf,
  exportAll,
  idOf,
  importExport,
  openApp,
  runImport,
  storeText,
  type TestApp,
  writeSource,
} from './app-fixture.ts';

const BEDS = '/home/ada/seed-shop/beds.ts';

function call(n: number, name: string, path: string): Fields {
  const input = { file_path: path };
  return answer(`a${n}`, n === 1 ? 'p1' : `r${n - 1}`, [{ type: 'tool_use', id: `call-${n}`, name, input }], {
    timestamp: `2026-03-01T09:${String(n).padStart(2, '0')}:00.000Z`,
  });
}

function result(n: number, toolUseResult: unknown): Fields {
  const content = [{ type: 'tool_result', tool_use_id: `call-${n}`, content: 'done' }];
  return base('user', `r${n}`, `a${n}`, {
    message: { role: 'user', content },
    toolUseResult,
    timestamp: `2026-03-01T09:${String(n).padStart(2, '0')}:30.000Z`,
  });
}

function write(n: number, content: string, path = BEDS): readonly Fields[] {
  return [call(n, 'Write', path), result(n, { type: 'create', filePath: path, content })];
}

const PROMPT = prompt('p1', null, 'Plant roses.');

function taken(app: TestApp): readonly SnapshotTaken[] {
  return eventsOf(app, 'snapshot.taken').map(({ data }) => data as SnapshotTaken);
}

function baselines(app: TestApp) {
  const state = app.readModel.state(idOf());
  if (state === undefined) throw new Error('no session');
  return sessionBaselines(app, state);
}

describe('an import of files that the session touched', () => {
  it('journals digests of them in the commit of the sync, and no text', async () => {
    const app = openApp();
    writeSource(app, [PROMPT, ...write(1, 'roses in the west bed\n')]);
    await runImport(app);
    expect(taken(app)).toMatchObject([
      {
        occasion: 'import',
        where: { cwd: '/home/ada/seed-shop' },
        touched: [{ path: BEDS, access: 'write', digest: app.snapshots.digestContent('roses in the west bed\n') }],
      },
    ]);
    const [event] = eventsOf(app, 'snapshot.taken');
    const [synced] = eventsOf(app, 'transcript.synced');
    expect(event?.commit[0]).toBe(synced?.commit[0]);
    expect(EVENT_SCHEMAS['snapshot.taken'].safeParse(event?.data).success).toBe(true);
    expect(JSON.stringify(eventsOf(app))).not.toContain('west bed');
  });

  it('journals nothing when the records carry none', async () => {
    const app = openApp();
    writeSource(app, [PROMPT, answer('a1', 'p1', 'Done.')]);
    await runImport(app);
    expect(taken(app)).toEqual([]);
  });

  it('digests before redaction, and redacts the names', async () => {
    const app = openApp();
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    writeSource(app, [PROMPT, ...write(1, `token = "${secret}"\n`, `/home/ada/seed-shop/${secret}.ts`)]);
    await runImport(app);
    expect(taken(app)[0]?.touched?.[0]?.digest).toBe(app.snapshots.digestContent(`token = "${secret}"\n`));
    expect(storeText(app)).not.toContain(secret);
  });

  it('puts a long list into a document of the session', async () => {
    const app = openApp();
    const many = Array.from({ length: 150 }, (_, n) => write(n + 1, `bed ${n}\n`, `/home/ada/seed-shop/beds/${n}.ts`));
    writeSource(app, [PROMPT, ...many.flat()]);
    await runImport(app);
    const [snapshot] = taken(app);
    expect(snapshot).not.toHaveProperty('touched');
    expect(app.transcripts.blob(idOf(), snapshot?.document?.blob ?? '')).toHaveLength(snapshot?.document?.bytes ?? -1);
    expect(baselines(app).paths.get('/home/ada/seed-shop/beds/149.ts')).toMatchObject({ source: 'record', edits: 1 });
  });

  it('adds what is new when the source grew, and the newest counts', async () => {
    const app = openApp();
    const first = [PROMPT, ...write(1, 'one\n'), ...write(2, 'pots\n', '/home/ada/seed-shop/pots.ts')];
    writeSource(app, first);
    await runImport(app);
    writeSource(app, [...first, ...write(3, 'two\n')]);
    await runImport(app);
    expect(taken(app).map(({ touched }) => touched?.length)).toEqual([2, 1]);
    expect(baselines(app).paths.get(BEDS)).toMatchObject({
      source: 'record',
      digest: app.snapshots.digestContent('two\n'),
      edits: 2,
      reads: 0,
    });
  });

  it('founds no project: a record is no observation', async () => {
    const app = openApp();
    writeSource(app, [PROMPT, ...write(1, 'one\n')]);
    await runImport(app);
    expect(app.readModel.projects().projects).toHaveLength(1);
    expect(app.readModel.projects().projects[0]?.places).toHaveLength(1);
  });

  it('compares with nothing in another store, whose key is another', async () => {
    const [from, to] = [openApp(), openApp({ key: 9 })];
    writeSource(from, [PROMPT, ...write(1, 'one\n')]);
    await runImport(from);
    await importExport(to, exportAll(from));
    expect(baselines(from).paths.get(BEDS)).toMatchObject({ source: 'record' });
    expect(baselines(to).paths.get(BEDS)).toMatchObject({ source: 'unknown' });
  });
});
