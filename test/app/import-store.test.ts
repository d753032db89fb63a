import { describe, expect, it } from 'vitest';
import { changeSessions } from '../../src/app/change-session.ts';
import { checkKeptTranscript } from '../../src/app/check-transcript.ts';
import { exportSessionLines } from '../../src/app/export-store.ts';
import { noteExport } from '../../src/app/note-export.ts';
import { planPurge, purgeSessions } from '../../src/app/purge-sessions.ts';
import { recordEvent } from '../../src/app/record-event.ts';
import { archiveWish, deleteWish, pinWish, renameWish } from '../../src/app/session-wishes.ts';
import { showSession } from '../../src/app/show-session.ts';
import { startSession } from '../../src/app/start-session.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { exchange, prompt, SESSION } from '../importers/support/claude-records.ts';
import { fc } from '../support/properties.ts';
import {
  currentRecords,
  EXPORT_TOOLS,
  eventsOf,
  exportAll,
  idOf,
  importExport,
  openApp,
  runImport,
  secondProcess,
  storeText,
  type TestApp,
  writeSource,
} from './app-fixture.ts';

const LONG = 'tulip '.repeat(20_000);

/** A store with a long answer kept as a blob, a title of a person, a pin and an archived session. */
async function gardenStore(): Promise<TestApp> {
  const app = openApp();
  writeSource(app, [...exchange(2), prompt('p2', 'a1', `Read this ${LONG}`)]);
  await runImport(app);
  const { session } = await startSession(app, { agent: 'codex', title: 'By hand' }, () => 'native-by-hand');
  await changeSessions(app, { sessions: [idOf()], decide: renameWish('The garden') });
  await changeSessions(app, { sessions: [idOf()], decide: pinWish });
  await changeSessions(app, { sessions: [session], decide: archiveWish });
  app.readModel.catchUp();
  return app;
}

async function emptied(app: TestApp, session: SessionId) {
  const view = app.readModel.view(session);
  await purgeSessions(app, planPurge(app, view === undefined ? [] : [view]));
}

type Line = Record<string, unknown>;

/** Changes lines of an export; undefined drops one. */
function reforge(lines: readonly string[], change: (line: Line) => Line | undefined): string[] {
  return lines.flatMap((text) => {
    const line = change(JSON.parse(text) as Line);
    return line === undefined ? [] : [JSON.stringify(line)];
  });
}

/** An exported kept line whose record has its keys, at every depth, in the other order; the line around it is loom's own. */
function turnRecord(text: string): string {
  const turn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turn);
    if (typeof value !== 'object' || value === null) return value;
    const turned = Object.entries(value).toReversed();
    return Object.fromEntries(turned.map(([key, inner]) => [key, turn(inner)]));
  };
  const own = Object.entries(JSON.parse(text).kept as Line);
  return JSON.stringify({ kept: Object.fromEntries(own.map(([key, value]) => [key, turn(value)])) });
}

/** Changes the events of one type. */
function forgeEvents(lines: readonly string[], type: string, change: (event: Line) => Line): string[] {
  return reforge(lines, (line) => {
    const event = line['event'] as Line | undefined;
    return event?.['type'] === type ? { event: change(event) } : line;
  });
}

describe('a whole-store export', () => {
  it('gives the same sessions in an empty store', async () => {
    const from = await gardenStore();
    const to = openApp();
    const report = await importExport(to, exportAll(from));
    expect(report.sessions).toMatchObject({ added: 2, failed: 0 });
    expect(report.records).toMatchObject({ malformed: 0, unknown: 0, kept: 5 });
    expect(report.warnings).toEqual([]);
    const everything = { everything: true } as const;
    const views = (app: TestApp) => app.readModel.list(everything).map(({ project: _project, ...view }) => view);
    expect(views(to)).toEqual(views(from));
    const details = (app: TestApp) => {
      const { view: _view, import: _import, ...rest } = showSession(app, idOf());
      return rest;
    };
    expect(details(to)).toEqual(details(from));
    expect(details(to).turns[2]?.prompt).toBe(`Read this ${LONG}`);
  });

  it('carries a source that was rewritten, older records included', async () => {
    const from = openApp();
    writeSource(from, exchange(4));
    await runImport(from);
    writeSource(from, [...exchange(4).slice(2), prompt('p4', 'a3', 'One more')]);
    await runImport(from);
    const to = openApp();
    const lines = exportAll(from);
    await importExport(to, lines);
    expect(currentRecords(to)).toEqual(currentRecords(from));
    expect(showSession(to, idOf()).turns).toEqual(showSession(from, idOf()).turns);
    expect(to.readModel.view(idOf())?.counts).toEqual(from.readModel.view(idOf())?.counts);
    expect((await importExport(to, lines)).sessions).toMatchObject({ unchanged: 1 });
  });

  it('adds nothing to the store it came from, nor a second time elsewhere', async () => {
    const from = await gardenStore();
    const lines = exportAll(from);
    const to = openApp();
    await importExport(to, lines);
    for (const app of [from, to]) {
      const before = storeText(app);
      const report = await importExport(app, lines);
      expect(report.sessions).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
      expect(storeText(app)).toBe(before);
    }
  });

  it('adds each session once when two exports are joined', async () => {
    const from = await gardenStore();
    const lines = exportAll(from);
    const to = openApp();
    const report = await importExport(to, [...lines, ...lines]);
    expect(report.records).toMatchObject({ unknown: 0, malformed: 0 });
    expect(eventsOf(to)).toHaveLength(eventsOf(from).length);
  });

  it('lets the source be imported on without reading anything twice', async () => {
    const from = await gardenStore();
    const to = openApp();
    await importExport(to, exportAll(from));
    writeSource(from, [...exchange(2), prompt('p2', 'a1', `Read this ${LONG}`), prompt('p3', 'p2', 'And this')]);
    const path = from.readModel.state(idOf())?.transcript?.source.path ?? '';
    const report = await runImport(to, { paths: [path] });
    expect(report.sessions).toMatchObject({ updated: 1 });
    expect(report.records.read).toBe(1);
    expect(showSession(to, idOf()).turns.map((turn) => turn.id)).toEqual(['p0', 'p1', 'p2', 'p3']);
  });

  it('brings later records and events of a session that is known', async () => {
    const from = await gardenStore();
    const to = openApp();
    await importExport(to, exportAll(from));
    writeSource(from, [...exchange(2), prompt('p2', 'a1', `Read this ${LONG}`), prompt('p3', 'p2', 'And this')]);
    await runImport(from);
    await changeSessions(from, { sessions: [idOf()], decide: renameWish('The big garden') });
    const report = await importExport(to, exportAll(from));
    expect(report.sessions).toMatchObject({ updated: 1, unchanged: 1 });
    expect(report.records.kept).toBe(1);
    expect(to.readModel.view(idOf())).toMatchObject({ title: 'The big garden', counts: { prompts: 4 } });
  });

  it('brings no older state back', async () => {
    const app = await gardenStore();
    const older = exportAll(app);
    writeSource(app, [...exchange(2), prompt('p2', 'a1', `Read this ${LONG}`), prompt('p3', 'p2', 'And this')]);
    await runImport(app);
    await changeSessions(app, { sessions: [idOf()], decide: renameWish('Newer title') });
    app.readModel.catchUp();
    const before = storeText(app);
    await importExport(app, older);
    expect(storeText(app)).toBe(before);
    expect(app.readModel.view(idOf())).toMatchObject({ title: 'Newer title', counts: { prompts: 4 } });
  });

  it('leaves a transcript alone that went on differently, with a warning', async () => {
    const [one, other] = [openApp(), openApp()];
    writeSource(one, [...exchange(1), prompt('p1', 'a0', 'Roses')]);
    writeSource(other, [...exchange(1), prompt('p1', 'a0', 'Nettles')]);
    await runImport(one);
    await runImport(other);
    const kept = currentRecords(one);
    const report = await importExport(one, exportAll(other));
    expect(report.warnings).toHaveLength(1);
    expect(report.warnings[0]).toContain(idOf());
    expect(currentRecords(one)).toEqual(kept);
  });

  it('says when it ends early, and the rest can be imported later', async () => {
    const from = await gardenStore();
    const lines = exportAll(from);
    const cut = lines.findIndex((line) => line.startsWith('{"kept":'));
    const to = openApp();
    const report = await importExport(to, lines.slice(0, cut + 2));
    expect(report.warnings.join()).toContain('ends early');
    expect(currentRecords(to)).toHaveLength(2);
    await importExport(to, lines);
    expect(currentRecords(to)).toHaveLength(5);
  });

  it('loses no record when it ended early and the source is imported afterwards', async () => {
    const from = await gardenStore();
    const lines = exportAll(from);
    const cut = lines.findIndex((line) => line.startsWith('{"kept":'));
    const to = openApp();
    await importExport(to, lines.slice(0, cut + 2));
    const path = from.readModel.state(idOf())?.transcript?.source.path ?? '';
    await runImport(to, { paths: [path] });
    expect(currentRecords(to)).toHaveLength(5);
    expect(to.readModel.view(idOf())?.counts.prompts).toBe(3);
  });

  it('is refused when it is none, or one of a newer loom', async () => {
    const app = openApp();
    await expect(importExport(app, [])).rejects.toMatchObject({ code: 'not-an-export' });
    await expect(importExport(app, ['{"hello":1}'])).rejects.toMatchObject({ code: 'not-an-export' });
    await expect(importExport(app, ['nonsense'])).rejects.toMatchObject({ code: 'not-an-export' });
    await expect(importExport(app, ['{"loom":"export","v":2}'])).rejects.toMatchObject({ kind: 'newer-format' });
    for (const v of ['"1"', 'null', '0', '1.5']) {
      const wrong = importExport(app, [`{"loom":"export","v":${v}}`]);
      await expect(wrong).rejects.toMatchObject({ code: 'not-an-export', message: expect.stringContaining(v) });
    }
  });

  it('carries many large events', async () => {
    const from = openApp();
    const { session } = await startSession(from, { agent: 'codex' }, () => 'native-long');
    const fits = () => true;
    for (let i = 0; i < 300; i += 1) {
      await recordEvent(from, { session, type: 'prompt.submitted', data: { text: 'ü'.repeat(4000) }, fits });
    }
    const to = openApp();
    const report = await importExport(to, exportAll(from));
    expect(report.sessions).toMatchObject({ added: 1 });
    expect(eventsOf(to, 'prompt.submitted')).toHaveLength(300);
  });
});

describe('deleted and purged sessions', () => {
  it('are skipped by an export that still has them', async () => {
    for (const purge of [false, true]) {
      const app = await gardenStore();
      const lines = exportAll(app);
      if (purge) await emptied(app, idOf());
      else await changeSessions(app, { sessions: [idOf()], decide: deleteWish });
      app.readModel.catchUp();
      const before = storeText(app);
      const report = await importExport(app, lines);
      expect(report.sessions).toMatchObject({ skipped: 1 });
      expect(report.skippedTypes).toEqual({ 'deleted-by-you': 1 });
      expect(storeText(app)).toBe(before);
    }
  });

  it('come back whole with --revive', async () => {
    for (const purge of [false, true]) {
      const app = await gardenStore();
      const lines = exportAll(app);
      const before = app.readModel.view(idOf());
      if (purge) await emptied(app, idOf());
      else await changeSessions(app, { sessions: [idOf()], decide: deleteWish });
      await importExport(app, lines, { revive: true });
      expect(app.readModel.view(idOf()), `purged: ${purge}`).toMatchObject({
        deleted: false,
        purged: false,
        title: 'The garden',
        project: before?.project,
        counts: before?.counts,
      });
      expect(showSession(app, idOf()).turns[2]?.prompt).toBe(`Read this ${LONG}`);
    }
  });

  it('are not erased here because they were purged elsewhere', async () => {
    const here = await gardenStore();
    const there = openApp();
    await importExport(there, exportAll(here));
    await emptied(there, idOf());
    await importExport(here, exportAll(there));
    expect(here.readModel.view(idOf())).toMatchObject({ purged: false, title: 'The garden', counts: { prompts: 3 } });
  });
});

describe('an import beside another process', () => {
  it('never lays kept lines over what the other kept meanwhile', async () => {
    const from = await gardenStore();
    const to = openApp();
    await importExport(to, exportAll(from));
    writeSource(from, [...exchange(2), prompt('p2', 'a1', `Read this ${LONG}`), prompt('p3', 'p2', 'And this')]);
    await runImport(from);
    const lines = exportAll(from);
    const other = secondProcess(to);
    to.meanwhile(async () => {
      await importExport(other, lines);
    });
    await importExport(to, lines);
    expect(currentRecords(to)).toHaveLength(6);
    expect(eventsOf(to, 'transcript.synced')).toHaveLength(2);
    const kept = to.readModel.state(idOf())?.transcript;
    expect(to.transcripts.size(idOf()).transcript).toBe(kept?.keptLength);
  });
});

describe('a forged export', () => {
  async function forged(change: (lines: string[]) => readonly string[]) {
    const app = openApp();
    const report = await importExport(app, change(exportAll(await gardenStore())));
    return { app, report };
  }

  it('puts no event into the stream of another session', async () => {
    const { app, report } = await forged((lines) =>
      forgeEvents(lines, 'session.renamed', (event) => ({ ...event, stream: `session/${idOf('another')}` })),
    );
    expect(report.records.malformed).toBe(1);
    expect(eventsOf(app, 'session.renamed')).toEqual([]);
  });

  it('starts no session under an id that is not its own', async () => {
    const { app, report } = await forged((lines) =>
      forgeEvents(lines, 'session.started', (event) => ({
        ...event,
        data: { ...(event['data'] as Line), nativeId: 'someone-else' },
      })),
    );
    expect(report.records.malformed).toBe(2);
    expect(report.sessions).toMatchObject({ added: 0, failed: 2 });
    expect(report.problems[0]?.message).toContain('make another session');
    expect(eventsOf(app).filter(({ stream }) => stream.startsWith('session/'))).toEqual([]);
  });

  it.each([
    ['of an unknown type', { type: 'session.exploded' }],
    ['with data that does not fit', { data: { title: 7 } }],
    ['with erased data', { data: { erased: true } }],
    ['of no actor', { by: { kind: 'oracle' } }],
    ['of no actor at all', { by: null }],
    ['with an invented trust', { trust: 'absolute' }],
    ['with reasons that are no ids', { because: ['because'] }],
    ['with a bad id', { id: 'x' }],
    ['with a bad time', { at: 'yesterday' }],
    ['with more data than a line takes', { data: { title: 'x', more: 'y'.repeat(20_000) } }],
  ])('has an event %s left out and counted', async (_name, change) => {
    const { app, report } = await forged((lines) =>
      forgeEvents(lines, 'session.renamed', (event) => ({ ...event, ...change })),
    );
    expect(report.records.malformed).toBe(1);
    expect(report.sessions).toMatchObject({ added: 2 });
    expect(eventsOf(app, 'session.renamed')).toEqual([]);
    expect(eventsOf(app).map((event) => event.type)).not.toContain('session.exploded');
  });

  it.each(['journal.repaired', 'journal.segment', 'purge.intended'])('brings no %s into the journal', async (type) => {
    const data = {
      'journal.repaired': { segment: 1, dropped: [] },
      'journal.segment': { ends: [] },
      'purge.intended': { sessions: [idOf()] },
    }[type];
    const { app, report } = await forged(([head = '', ...rest]) => {
      const id = '01JXFRGED00000000000000000';
      const event = {
        id,
        stream: 'store',
        type,
        at: '2026-03-01T09:00:00.000Z',
        by: { kind: 'system' },
        trust: 'agent',
        data,
      };
      return [head, JSON.stringify({ event }), ...rest];
    });
    expect(report.records.malformed).toBe(1);
    expect(eventsOf(app, type)).toEqual([]);
  });

  it('keeps no blob that no kept line names', async () => {
    const { app, report } = await forged((lines) => {
      const at = lines.findIndex((line) => line.startsWith('{"blob":'));
      const blob = { sha256: 'f'.repeat(64), base64: Buffer.from('smuggled').toString('base64') };
      return lines.toSpliced(at, 0, JSON.stringify({ blob }));
    });
    expect(report.skippedTypes).toEqual({ blob: 1 });
    expect(app.transcripts.blobs(idOf())).toHaveLength(1);
    expect(storeText(app)).not.toContain('smuggled');
  });

  it('keeps no secret, wherever it stands', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    const smuggled = Buffer.from(`${secret} ${LONG}`);
    const name = Buffer.from(openApp().sha256(smuggled)).toString('hex');
    const { app } = await forged((lines) => {
      const named = forgeEvents(lines, 'session.renamed', (event) => ({
        ...event,
        by: { kind: 'person', name: secret },
        data: { title: `Use ${secret}`, [secret]: 1, password: 'hunter-two-and-more' },
      }));
      const spliced = named.map((line) =>
        line
          .replace('Sow bed 0', secret)
          .replace(/"sha256":"[0-9a-f]{64}"/, `"sha256":"${name}"`)
          .replace(/\[blob:[0-9a-f]{64}\]/, `[blob:${name}]`),
      );
      return reforge(spliced, (line) =>
        'blob' in line ? { blob: { sha256: name, base64: smuggled.toString('base64') } } : line,
      );
    });
    expect(app.readModel.view(idOf())?.title).toMatch(/^Use \[redacted:/);
    expect(findings(app)).toEqual([]);
    expect(showSession(app, idOf()).turns[2]?.prompt).toMatch(/^\[redacted:.*\] tulip /);
    expect(storeText(app)).not.toContain(secret);
    expect(storeText(app)).not.toContain('hunter-two-and-more');
  });

  it('fails for a session whose kept lines are none, and brings the others', async () => {
    const { app, report } = await forged((lines) => {
      const at = lines.findIndex((line) => line.startsWith('{"kept":'));
      return lines.toSpliced(at, 1, '{"kept":{"v":1,"n":"one"}}');
    });
    expect(report.sessions).toMatchObject({ added: 1, failed: 1 });
    expect(report.problems).toMatchObject([{ path: idOf(), code: 'bad-kept-line' }]);
    expect(app.transcripts.size(idOf()).transcript).toBe(0);
  });

  it('keeps no line of a transcript that no event speaks of', async () => {
    const { app, report } = await forged((lines) =>
      reforge(lines, (line) =>
        (line['event'] as Line | undefined)?.['type'] === 'transcript.synced' ? undefined : line,
      ),
    );
    expect(report.records.kept).toBe(0);
    expect(app.transcripts.size(idOf()).transcript).toBe(0);
  });

  it('has lines of no session counted', async () => {
    const { app, report } = await forged((lines) =>
      reforge(lines, (line) => (line['session'] === idOf() ? { session: 'no id' } : line)),
    );
    expect(report.records.malformed).toBeGreaterThan(5);
    expect(app.readModel.view(idOf())).toBeUndefined();
  });
});

describe('a damaged export', () => {
  it('has its damaged lines counted, and everything around them kept', async () => {
    const lines = exportAll(await gardenStore());
    const app = openApp();
    const at = lines.findIndex((line) => line.includes('session.renamed'));
    const report = await importExport(app, lines.with(at, lines[at]?.slice(0, 40) ?? ''));
    expect(report.records.malformed).toBe(1);
    expect(report.sessions).toMatchObject({ added: 2, failed: 0 });
    expect(app.readModel.view(idOf())).toMatchObject({ pinned: true, titleSource: 'prompt' });
  });

  it('cut anywhere brings what stands before the cut, and the whole one completes it', async () => {
    const lines = exportAll(await gardenStore());
    const whole = lines.join('\n');
    const complete = openApp();
    await importExport(complete, lines);
    const header = (lines[0]?.length ?? 0) + 1;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: header, max: whole.length - 1 }), async (cut) => {
        const app = openApp();
        const report = await importExport(app, whole.slice(0, cut).split('\n'));
        expect(report.warnings.join()).toContain('ends early');
        await importExport(app, lines);
        expect(currentRecords(app)).toEqual(currentRecords(complete));
        expect(app.readModel.view(idOf())).toEqual(complete.readModel.view(idOf()));
        expect(showSession(app, idOf()).turns).toEqual(showSession(complete, idOf()).turns);
      }),
      { numRuns: 40 },
    );
  });

  it('never breaks an import, whatever stands where', async () => {
    const lines = exportAll(await gardenStore());
    const at = fc.integer({ min: 1, max: lines.length - 1 });
    await fc.assert(
      fc.asyncProperty(at, fc.nat(8), fc.jsonValue(), async (index, member, value) => {
        const app = openApp();
        const line = JSON.parse(lines[index] ?? '{}') as Line;
        const [name = ''] = Object.keys(line);
        const inner = line[name];
        const names = typeof inner === 'object' && inner !== null ? Object.keys(inner) : [];
        const key = names[member];
        const forgedLine = key === undefined ? { [name]: value } : { [name]: { ...(inner as Line), [key]: value } };
        const report = await importExport(app, lines.with(index, JSON.stringify(forgedLine)));
        expect(report.sessions.added + report.sessions.failed).toBeGreaterThan(0);
        for (const view of app.readModel.list({ everything: true })) showSession(app, view.id);
        exportAll(app);
      }),
      { numRuns: 150 },
    );
  });
});

/** What `journal verify` says of the transcript. */
function findings(app: TestApp) {
  const keptLength = app.readModel.state(idOf())?.transcript?.keptLength ?? 0;
  return [...checkKeptTranscript(app.transcripts, { session: idOf(), keptLength })];
}

/** Kept lines of the first session that has some, and all others around them. */
function aroundKept(lines: readonly string[]) {
  const first = lines.findIndex((line) => line.startsWith('{"kept":'));
  const count = lines.slice(first).findIndex((line) => !line.startsWith('{"kept":'));
  return { first, count };
}

describe('a session whose export is not whole', () => {
  it.each([
    ['is missing', () => undefined],
    ['names an unknown agent', (event: Line) => ({ ...event, data: { ...(event['data'] as Line), agent: 'oracle' } })],
    ['has a bad time', (event: Line) => ({ ...event, at: 'yesterday' })],
  ])('is not brought in when its start %s, and is named', async (_name, change: (event: Line) => Line | undefined) => {
    const app = openApp();
    const lines = reforge(exportAll(await gardenStore()), (line) => {
      const event = line['event'] as Line | undefined;
      if (event?.['type'] !== 'session.started' || event['stream'] !== `session/${idOf()}`) return line;
      const changed = change(event);
      return changed === undefined ? undefined : { event: changed };
    });
    const report = await importExport(app, lines);
    expect(report.sessions).toMatchObject({ added: 1, failed: 1 });
    expect(report.problems).toMatchObject([{ path: idOf(), code: 'no-session-start' }]);
    expect(report.problems[0]?.message).toContain('how it started');
    expect(app.readModel.state(idOf())).toBeUndefined();
    expect(app.transcripts.size(idOf())).toEqual({ transcript: 0, blobs: 0 });
  });

  it('is brought up to date without a start where it is known', async () => {
    const from = await gardenStore();
    const to = openApp();
    await importExport(to, exportAll(from));
    from.pass(1000);
    await changeSessions(from, { sessions: [idOf()], decide: renameWish('The big garden') });
    const lines = reforge(exportAll(from), (line) =>
      (line['event'] as Line | undefined)?.['type'] === 'session.started' ? undefined : line,
    );
    expect((await importExport(to, lines)).sessions).toMatchObject({ updated: 1, failed: 0 });
    expect(to.readModel.view(idOf())?.title).toBe('The big garden');
  });

  it('is the same session when another tool wrote its characters in another way', async () => {
    const from = await gardenStore();
    const to = openApp();
    await importExport(to, exportAll(from));
    const escaped = exportAll(from).map((line) =>
      line.startsWith('{"kept":')
        ? line.replaceAll(/[lo](?=[^\\"]*")/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)
        : line,
    );
    expect(escaped).not.toEqual(exportAll(from));
    const report = await importExport(to, escaped);
    expect(report.sessions).toMatchObject({ added: 0, updated: 0, failed: 0, unchanged: 2 });
    expect(report.warnings).toEqual([]);
  });

  it('is the same session when another tool wrote the keys of its records in another order', async () => {
    const from = await gardenStore();
    const to = openApp();
    await importExport(to, exportAll(from));
    const turned = exportAll(from).map((line) => (line.startsWith('{"kept":') ? turnRecord(line) : line));
    expect(turned).not.toEqual(exportAll(from));
    const report = await importExport(to, turned);
    expect(report.sessions).toMatchObject({ added: 0, updated: 0, failed: 0, unchanged: 2 });
    expect(report.warnings).toEqual([]);
  });

  it('is known as purged when all that is told is that', async () => {
    const from = await gardenStore();
    await emptied(from, idOf());
    const to = openApp();
    expect((await importExport(to, exportAll(from))).sessions).toMatchObject({ failed: 0 });
    expect(to.readModel.state(idOf())?.purged).toBe(true);
  });

  it('is not brought in when no event names the source of its records', async () => {
    const app = openApp();
    const lines = reforge(exportAll(await gardenStore()), (line) =>
      (line['event'] as Line | undefined)?.['type'] === 'transcript.synced' ? undefined : line,
    );
    const report = await importExport(app, lines);
    expect(report.problems).toMatchObject([{ path: idOf(), code: 'no-sync' }]);
    expect(app.readModel.state(idOf())).toBeUndefined();
  });

  it.each([
    ['is missing', () => undefined],
    ['has other content', (blob: Line) => ({ ...blob, base64: Buffer.from('something else').toString('base64') })],
  ])('is not brought in when a blob that it names %s', async (_name, change: (blob: Line) => Line | undefined) => {
    const app = openApp();
    const lines = reforge(exportAll(await gardenStore()), (line) => {
      if (!('blob' in line)) return line;
      const blob = change(line['blob'] as Line);
      return blob === undefined ? undefined : { blob };
    });
    const report = await importExport(app, lines);
    expect(report.sessions).toMatchObject({ added: 1, failed: 1 });
    expect(report.problems).toMatchObject([{ path: idOf(), code: 'blob-missing' }]);
    expect(app.readModel.state(idOf())).toBeUndefined();
    expect(app.transcripts.size(idOf())).toEqual({ transcript: 0, blobs: 0 });
  });

  it('keeps what is left when a kept line is missing or stands twice, numbered anew', async () => {
    const lines = exportAll(await gardenStore());
    const { first, count } = aroundKept(lines);
    for (const [change, kept] of [
      [lines.toSpliced(first + 1, 1), count - 1],
      [lines.toSpliced(first + 1, 0, lines[first + 1] ?? ''), count],
      [lines.with(first + 2, '{"kept":{"v":1'), count - 1],
    ] as const) {
      const app = openApp();
      const report = await importExport(app, change);
      expect(report.sessions).toMatchObject({ added: 2, failed: 0 });
      expect(report.warnings.join()).toContain('numbered anew');
      const { keptLength = 0, lines: named } = app.readModel.state(idOf())?.transcript ?? {};
      expect(named).toBe(kept);
      const numbers = [...app.transcripts.records(idOf(), keptLength)].map((item) => ('n' in item ? item.n : item));
      expect(numbers).toEqual(Array.from({ length: kept }, (_, index) => index + 1));
      expect(findings(app)).toEqual([]);
      expect((await importExport(app, change)).sessions).toMatchObject({ unchanged: 2 });
    }
  });

  it('keeps later generations whole when a line before them is missing', async () => {
    const from = openApp();
    writeSource(from, exchange(4));
    await runImport(from);
    writeSource(from, [...exchange(4).slice(2), prompt('p4', 'a3', 'One more')]);
    await runImport(from);
    const lines = exportAll(from);
    const { first } = aroundKept(lines);
    const app = openApp();
    await importExport(app, lines.toSpliced(first, 1));
    expect(findings(app)).toEqual([]);
    expect(currentRecords(app)).toEqual(currentRecords(from));
  });

  it('leaves all other sessions of the export whole', async () => {
    const from = openApp();
    const names = ['one', 'two', 'three'].map((name) => `${SESSION.slice(0, -5)}${name.padStart(5, '0')}`);
    for (const name of names) {
      const records = exchange(2).map((record) => ({ ...record, sessionId: name }));
      writeSource(from, records, `${name}.jsonl`);
    }
    await runImport(from);
    const lines = exportAll(from);
    const starts = lines.flatMap((line, index) => (line.startsWith('{"session":') ? [index] : []));
    expect(starts).toHaveLength(3);
    const app = openApp();
    const report = await importExport(app, lines.with((starts[1] ?? 0) + 1, '{"event":{"id":'));
    expect(report.sessions).toMatchObject({ added: 2, failed: 1 });
    for (const at of [starts[0], starts[2]]) {
      const { session } = JSON.parse(lines[at ?? 0] ?? '') as { session: SessionId };
      expect(app.readModel.view(session)?.counts.prompts).toBe(2);
      expect(currentRecords(app, session)).toEqual(currentRecords(from, session));
    }
  });
});

describe('what only a person of this store decides', () => {
  it('is left out of an export, and counted', async () => {
    const app = openApp();
    const [head = '', ...rest] = exportAll(await gardenStore());
    const told = { at: '2026-03-01T09:00:00.000Z', by: { kind: 'person' }, trust: 'person' };
    const event = {
      id: '01JXFRGED00000000000000000',
      stream: `memory/${idOf()}`,
      type: 'memory.accepted',
      ...told,
      data: {},
    };
    const report = await importExport(app, [head, JSON.stringify({ event }), ...rest]);
    expect(report.skippedTypes).toEqual({ 'memory-event': 1 });
    expect(report.warnings).toEqual([expect.stringMatching(/^memory is not brought in .*loom memory import FILE$/)]);
    expect(report.sessions).toMatchObject({ added: 2 });
    expect(eventsOf(app, 'memory.accepted')).toEqual([]);
  });
});

describe('an export of some sessions', () => {
  it('carries these and no other', async () => {
    const from = await gardenStore();
    const to = openApp();
    await importExport(to, [...exportSessionLines(from, EXPORT_TOOLS, [idOf()])]);
    expect(to.readModel.list({ everything: true }).map((view) => view.nativeId)).toEqual([SESSION]);
    expect(to.readModel.view(idOf())).toMatchObject({ title: 'The garden', pinned: true });
  });

  it('is noted in the journal, with its path redacted', async () => {
    const app = await gardenStore();
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    expect(
      await noteExport(app, { format: 'jsonl', path: `/tmp/${secret}`, bytes: 9, sessions: [idOf()] }),
    ).toBeUndefined();
    expect(eventsOf(app, 'export.made')[0]?.data).toMatchObject({ count: 1, sessions: [idOf()], bytes: 9 });
    expect(storeText(app)).not.toContain(secret);
  });
});
