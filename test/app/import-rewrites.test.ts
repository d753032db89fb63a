import { copyFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeSessions } from '../../src/app/change-session.ts';
import { planPurge, purgeSessions } from '../../src/app/purge-sessions.ts';
import { readTimeline } from '../../src/app/read-timeline.ts';
import { deleteWish } from '../../src/app/session-wishes.ts';
import { readConversation, showSession } from '../../src/app/show-session.ts';
import { answer, call, exchange, type Fields, prompt, result, SESSION } from '../importers/support/claude-records.ts';
import { fc } from '../support/properties.ts';
import {
  currentRecords,
  eventsOf,
  idOf,
  linesOf,
  openApp,
  runImport,
  type TestApp,
  writeSource,
} from './app-fixture.ts';

/** A session with tools, a title, a queued command and characters of several bytes. */
const GARDEN: readonly Fields[] = [
  { type: 'summary', summary: 'Beds and bulbs', leafUuid: 'a3' },
  ...exchange(2),
  prompt('p2', 'a1', 'Räum die Beete auf 🌷'),
  answer('a2', 'p2', [call('t1')], { id: 'm1', usage: { input_tokens: 5, output_tokens: 7 } }),
  prompt('r2', 'a2', [result('t1', 'ein Beet')]),
  answer('a3', 'r2', 'Fertig', { id: 'm2', usage: { input_tokens: 9, output_tokens: 3 } }),
  {
    type: 'system',
    subtype: 'notice',
    uuid: 's1',
    parentUuid: 'a3',
    sessionId: SESSION,
    timestamp: '2026-03-01T09:05:00.000Z',
  },
  prompt('p3', 'a3', 'Danke', { timestamp: '2026-03-01T09:06:00.000Z' }),
];

/** What a reader sees of a session, without what tells when it was imported. */
function seen(app: TestApp) {
  const { view, turns, messages, tools, files } = showSession(app, idOf());
  const { sortAt: _sortAt, project, ...shown } = view;
  const timeline = readTimeline(app, idOf()).filter(({ source }) => source === 'derived');
  const { lines, tally } = app.readModel.state(idOf())?.transcript ?? {};
  return {
    shown: { ...shown, sourcePath: null, project: project?.name },
    turns,
    messages,
    tools,
    files,
    timeline,
    records: currentRecords(app),
    lines,
    tally,
  };
}

async function importOnce(text: string | Buffer) {
  const app = openApp();
  writeSource(app, text);
  await runImport(app);
  return seen(app);
}

async function importInSteps(whole: Buffer, cuts: readonly number[]) {
  const app = openApp();
  for (const cut of [...cuts, whole.length]) {
    writeSource(app, whole.subarray(0, cut));
    await runImport(app);
  }
  return { app, seen: seen(app) };
}

describe('a file that is imported while it grows', () => {
  const whole = Buffer.from(linesOf(GARDEN));

  it('gives the same session as one import, cut after any line', async () => {
    const once = await importOnce(whole);
    const ends = [...whole].flatMap((byte, at) => (byte === 0x0a ? [at + 1] : []));
    for (const end of ends) expect((await importInSteps(whole, [end])).seen, `cut at ${end}`).toEqual(once);
    expect((await importInSteps(whole, ends)).seen).toEqual(once);
  });

  it('gives the same session as one import, cut anywhere, any number of times', async () => {
    const once = await importOnce(whole);
    const cuts = fc.array(fc.integer({ min: 0, max: whole.length }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(cuts, async (some) => {
        const { app, seen: grown } = await importInSteps(
          whole,
          [...some].sort((a, b) => a - b),
        );
        expect(grown).toEqual(once);
        expect((await runImport(app)).sessions).toMatchObject({ unchanged: 1 });
      }),
      { numRuns: 60 },
    );
  });

  it('starts once, whatever is seen first', async () => {
    const { app } = await importInSteps(whole, [700, 1500, 2100]);
    expect(eventsOf(app, 'session.started')).toHaveLength(1);
    expect(app.readModel.count({})).toBe(1);
  });
});

/** Imports a file, rewrites it, imports again. */
async function rewrite(before: readonly Fields[], after: readonly Fields[]) {
  const app = openApp();
  writeSource(app, before);
  await runImport(app);
  writeSource(app, after);
  const report = await runImport(app);
  return { app, report, view: app.readModel.view(idOf()) };
}

function prompts(app: TestApp): readonly (string | null)[] {
  return showSession(app, idOf()).turns.map((turn) => turn.prompt);
}

type How = 'drop' | 'change' | 'insert' | 'swap';

function edited(records: Fields[], { at, how, n }: { at: number; how: How; n: number }): Fields[] {
  const record = records[at] as Fields;
  switch (how) {
    case 'drop':
      return records.filter((_, i) => i !== at);
    case 'change':
      return records.with(at, { ...record, version: `2.1.${n}` });
    case 'insert':
      return records.toSpliced(at, 0, prompt(`new-${n}`, 'a0', `Note ${n}`));
    case 'swap':
      return records.with(at, records[0] as Fields).with(0, record);
  }
}

describe('a file that was rewritten', () => {
  const five = exchange(5);

  async function settled(app: TestApp, after: readonly Fields[]) {
    const events = eventsOf(app).length;
    expect((await runImport(app)).sessions).toMatchObject({ unchanged: 1, updated: 0 });
    expect(eventsOf(app)).toHaveLength(events);
    expect(currentRecords(app)).toEqual(after);
  }

  it('has its changed record replaced, and counts it once', async () => {
    const after = five.map((record) => (record['uuid'] === 'p2' ? prompt('p2', 'a1', 'Sow carrots') : record));
    const { app, report, view } = await rewrite(five, after);
    expect(report.sessions).toMatchObject({ updated: 1 });
    expect(view?.counts).toMatchObject({ prompts: 5, answers: 5 });
    expect(prompts(app)).toEqual(['Sow bed 0', 'Sow bed 1', 'Sow carrots', 'Sow bed 3', 'Sow bed 4']);
    expect(app.readModel.state(idOf())?.transcript).toMatchObject({ generation: 2, lines: 16 });
    await settled(app, after);
  });

  it('loses its dropped records from the conversation, not from the store', async () => {
    const after = five.slice(0, 6);
    const { app, view } = await rewrite(five, after);
    // Dropped turns are a branch: still counted, no more shown.
    expect(view?.counts).toMatchObject({ prompts: 5, answers: 5 });
    expect(prompts(app)).toEqual(['Sow bed 0', 'Sow bed 1', 'Sow bed 2']);
    const ids = readConversation(app, idOf()).messages.map((message) => message.id);
    expect(ids).toContain('p4');
    await settled(app, after);
  });

  it('shows an inserted record where it belongs', async () => {
    const after = [
      ...five.slice(0, 4),
      prompt('x1', 'a1', 'Water first'),
      answer('y1', 'x1', 'Watered'),
      ...five.slice(4),
    ].map((record) => (record['uuid'] === 'p2' ? { ...record, parentUuid: 'y1' } : record));
    const { app, view } = await rewrite(five, after);
    expect(view?.counts).toMatchObject({ prompts: 6 });
    expect(prompts(app)[2]).toBe('Water first');
    await settled(app, after);
  });

  it('is the same conversation in another order', async () => {
    const after = [...five.slice(2, 4), ...five.slice(0, 2), ...five.slice(4)];
    const { app, view } = await rewrite(five, after);
    expect(view?.counts).toMatchObject({ prompts: 5 });
    expect(prompts(app)).toEqual([0, 1, 2, 3, 4].map((n) => `Sow bed ${n}`));
    await settled(app, after);
  });

  it('may be compacted to a summary that goes on', async () => {
    const summary = prompt('c1', null, 'This session is being continued: five beds are sown.', {
      isCompactSummary: true,
    });
    const after = [summary, prompt('p9', 'c1', 'And now?'), answer('a9', 'p9', 'Wait.'), five[9] as Fields];
    const { app, report } = await rewrite(five, after);
    expect(report.sessions).toMatchObject({ updated: 1, added: 0 });
    await settled(app, after);
    expect(readConversation(app, idOf()).messages.map((message) => message.id)).toContain('p0');
  });

  it('may come back to what it was', async () => {
    const { app } = await rewrite(five, five.slice(0, 6));
    writeSource(app, five);
    expect((await runImport(app)).sessions).toMatchObject({ updated: 1 });
    expect(app.readModel.view(idOf())?.counts).toMatchObject({ prompts: 5, answers: 5 });
    await settled(app, five);
  });

  it('still tells what was redacted in what is kept', async () => {
    const secret = (letter: string) => `Use ghp_${`${letter}1B2`.repeat(9)}`;
    const records = [
      prompt('p0', null, secret('a')),
      answer('a0', 'p0', 'Done.'),
      prompt('p1', 'a0', 'And now?'),
      answer('a1', 'p1', 'That too.'),
    ];
    const app = openApp();
    writeSource(app, records);
    await runImport(app);
    const redactions = () => showSession(app, idOf()).redactions;
    expect(redactions()).toEqual({ github: 1 });
    writeSource(app, records.toSpliced(1, 2));
    expect((await runImport(app)).redactions).toEqual({});
    expect(redactions()).toEqual({ github: 1 });
    writeSource(app, [...records, prompt('p2', 'a1', secret('c'))]);
    expect((await runImport(app)).redactions).toEqual({ github: 1 });
    expect(redactions()).toEqual({ github: 2 });
  });

  it('goes on growing', async () => {
    const { app } = await rewrite(five, five.slice(2));
    writeSource(app, [...five.slice(2), prompt('p5', 'a4', 'One more')]);
    const report = await runImport(app);
    expect(report.records).toMatchObject({ read: 1, kept: 1 });
    await settled(app, [...five.slice(2), prompt('p5', 'a4', 'One more')]);
  });

  it('ends as the new file whatever was changed, dropped, inserted or moved', async () => {
    const edit = fc.record({ at: fc.nat(9), how: fc.constantFrom<How>('drop', 'change', 'insert', 'swap') });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        const after = edits.reduce(
          (records, { at, how }, n) => (at < records.length ? edited(records, { at, how, n }) : records),
          five,
        );
        const { app } = await rewrite(five, after);
        await settled(app, after);
        expect(app.readModel.count({})).toBe(1);
      }),
      { numRuns: 60 },
    );
  });

  it('counts a record without a key once, though it was dropped and came back', async () => {
    const { uuid: _uuid, parentUuid: _parent, ...nameless } = prompt('n1', null, 'Water the beds');
    const whole = [...exchange(1), nameless];
    const { app } = await rewrite(whole, exchange(1));
    writeSource(app, whole);
    await runImport(app);
    expect(app.readModel.view(idOf())?.counts).toMatchObject({ prompts: 2, answers: 1 });
    expect(seen(app).turns.filter(({ prompt: asked }) => asked === 'Water the beds')).toHaveLength(1);
  });

  it('keeps equal records without a key apart', async () => {
    const note = { type: 'queue-operation', operation: 'enqueue', sessionId: SESSION };
    const before = [...exchange(1), note, note];
    const after = [...exchange(1), prompt('p1', 'a0', 'Next'), note, note];
    const { app } = await rewrite(before, after);
    await settled(app, after);
  });
});

describe('two files that claim one id and share no record', () => {
  const strange = exchange(2).map((record) => ({
    ...record,
    uuid: `z-${record['uuid']}`,
    parentUuid: record['parentUuid'] === null ? null : `z-${record['parentUuid']}`,
  }));

  async function both() {
    const app = openApp();
    writeSource(app, exchange(3));
    await runImport(app);
    const path = writeSource(app, strange, `other/${SESSION}.jsonl`);
    const report = await runImport(app);
    const stranger = app.readModel.list({}).find((view) => view.id !== idOf());
    return { app, path, report, stranger };
  }

  it('are two sessions, with a warning', async () => {
    const { app, path, report, stranger } = await both();
    expect(report.sessions).toMatchObject({ added: 1, unchanged: 1 });
    expect(report.warnings).toHaveLength(1);
    expect(report.warnings[0]).toContain(path);
    expect(stranger?.counts).toMatchObject({ prompts: 2 });
    expect(app.readModel.view(idOf())?.counts).toMatchObject({ prompts: 3 });
    const again = await runImport(app);
    expect(again.sessions).toMatchObject({ unchanged: 2 });
  });

  it('stay two when one import finds both', async () => {
    const app = openApp();
    writeSource(app, exchange(3));
    writeSource(app, strange, `other/${SESSION}.jsonl`);
    const report = await runImport(app);
    expect(report.sessions).toMatchObject({ added: 2 });
    expect(report.warnings).toHaveLength(1);
  });

  it('stay two when the second one grows or is rewritten, and count nothing twice', async () => {
    const { app, stranger } = await both();
    const grown = [...strange, prompt('z-p2', 'z-a1', 'A third bed')];
    writeSource(app, grown, `other/${SESSION}.jsonl`);
    expect((await runImport(app)).sessions).toMatchObject({ updated: 1, added: 0 });
    writeSource(app, grown.slice(2), `other/${SESSION}.jsonl`);
    expect((await runImport(app)).sessions).toMatchObject({ updated: 1, added: 0 });
    const id = stranger?.id ?? idOf();
    expect(currentRecords(app, id)).toEqual(grown.slice(2));
    expect(app.readModel.view(id)?.counts).toMatchObject({ prompts: 3 });
    expect(app.readModel.count({})).toBe(2);
  });

  it('are skipped each for itself when deleted or purged', async () => {
    const { app, stranger } = await both();
    const id = stranger?.id ?? idOf();
    await changeSessions(app, { sessions: [id], decide: deleteWish });
    writeSource(app, strange.slice(2), `other/${SESSION}.jsonl`);
    expect((await runImport(app)).sessions).toMatchObject({ skipped: 1, updated: 0, added: 0 });
    const view = app.readModel.view(id);
    await purgeSessions(app, planPurge(app, view === undefined ? [] : [view]));
    expect((await runImport(app)).sessions).toMatchObject({ skipped: 1, updated: 0, added: 0 });
    expect((await runImport(app, { revive: true })).sessions).toMatchObject({ added: 1, unchanged: 1 });
  });
});

describe('an older copy of a file', () => {
  it('takes nothing away from the session', async () => {
    const app = openApp();
    const path = writeSource(app, exchange(2));
    const copy = join(app.folder, 'projects', 'backup.jsonl');
    copyFileSync(path, copy);
    writeSource(app, exchange(4));
    utimesSync(copy, new Date(), new Date(Date.now() + 60_000));
    await runImport(app);
    const report = await runImport(app);
    expect(report.sessions).toMatchObject({ unchanged: 2 });
    expect(currentRecords(app)).toEqual(exchange(4));
  });
});
