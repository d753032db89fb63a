import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../src/app/ports/journal.ts';
import type { ReadModel } from '../../src/app/ports/read-model.ts';
import {
  CONFIRMATIONS,
  type EventSubject,
  runningIn,
  sessionSubject,
  subjectsOf,
} from '../../src/domain/event-subjects.ts';
import type { EventDraft, LoomEvent } from '../../src/events/envelope.ts';
import { type MemoryId, memoryStream, type ProjectId, type SessionId } from '../../src/kernel/ids.ts';
import {
  day,
  fact,
  HARBOUR,
  importLines,
  LANTERN,
  ORCHARD,
  started,
  synced,
  type World,
} from '../search-index/read-model-fixture.ts';

export interface ReadModelSetting {
  readonly newWorld: () => World | Promise<World>;
  /** Gives a model of the world's journal that is not caught up. */
  readonly open: (world: World) => ReadModel;
}

function eventsIn(entries: Iterable<JournalEntry>): readonly LoomEvent[] {
  return [...entries].flatMap((entry) => (entry.kind === 'event' ? [entry.event] : []));
}

/** The events about these subjects that lie where the model says. */
function eventsAt({ journal }: World, model: ReadModel, subjects: readonly EventSubject[]): readonly LoomEvent[] {
  const events = eventsIn(journal.readStretches(model.stretches(subjects)));
  return events.filter((event) => subjectsOf(event).some((one) => subjects.includes(one)));
}

/** Two sessions are renamed in turn; now and then the model folds what there is. */
async function takeTurns({ append }: World, model: ReadModel, rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    await append(fact(HARBOUR, { type: 'session.renamed', data: { title: `Tides ${'x'.repeat(300)} ${round}` } }));
    await append(fact(LANTERN, { type: 'session.renamed', data: { title: `Wicks ${round}` } }));
    if (round % 7 === 0) model.catchUp();
  }
}

/** What every read model promises, whatever holds the journal. */
export function readModelContract(name: string, { newWorld, open }: ReadModelSetting): void {
  const caughtUp = (world: World): ReadModel => {
    const model = open(world);
    model.catchUp();
    return model;
  };

  describe(`${name}: listing`, () => {
    it('is empty for an empty journal', async () => {
      const model = caughtUp(await newWorld());
      expect(model.list({})).toEqual([]);
      expect(model.listJson({})).toBe('[]');
      expect(model.count({})).toBe(0);
      expect(model.status().sessions).toBe(0);
    });

    it('shows sessions by last activity, those in which nothing happened last', async () => {
      const world = await newWorld();
      await importLines(world, HARBOUR, [`${day(3)} prompt How do tides work`]);
      await importLines(world, LANTERN, [], { at: day(90) });
      await importLines(world, ORCHARD, [`${day(5)} prompt Prune the apple trees`, `${day(7)} answer In winter`]);
      const model = caughtUp(world);
      expect(model.list({}).map((view) => view.id)).toEqual([ORCHARD, HARBOUR, LANTERN]);
      expect(model.list({ limit: 1, offset: 1 }).map((view) => view.title)).toEqual(['How do tides work']);
      expect(model.count({})).toBe(3);
    });

    it('serialises the list itself, whatever characters a title holds', async () => {
      const world = await newWorld();
      await importLines(world, HARBOUR, [
        `${day(3)} prompt "project":null,"x" ,"project":null, Gezeiten für Änne 潮汐 🌊 \ud83d \u0000`,
      ]);
      const model = caughtUp(world);
      expect(model.listJson({})).toBe(JSON.stringify(model.list({})));
      expect(model.list({})[0]?.project?.path).toBe('/home/mira/harbour');
      expect(Buffer.concat(model.listBytes({})).toString('utf8')).toBe(model.listJson({}));
    });

    it('narrows by project, agent, time, archive and trash', async () => {
      const world = await newWorld();
      await importLines(world, HARBOUR, [`${day(3)} prompt Tides`]);
      await importLines(world, LANTERN, [`${day(5)} prompt Wicks`], { cwd: '/home/mira/lantern' });
      await importLines(world, ORCHARD, [`${day(7)} prompt Trees`]);
      await world.append(
        fact(ORCHARD, { type: 'session.archived', data: {} }),
        fact(LANTERN, { type: 'session.linked', data: { where: { cwd: '/home/mira/harbour' } } }),
      );
      const model = caughtUp(world);
      const ids = (query: Parameters<ReadModel['list']>[0]): SessionId[] => model.list(query).map((view) => view.id);
      const harbour = model.view(HARBOUR)?.project?.id;
      const lantern = model.view(LANTERN)?.project?.id;
      if (harbour === undefined || lantern === undefined) throw new Error('no project');
      expect(ids({ project: harbour })).toEqual([LANTERN, HARBOUR]);
      expect(ids({ project: lantern })).toEqual([LANTERN]);
      expect(ids({ project: harbour, archived: true })).toEqual([ORCHARD]);
      expect(ids({ since: day(5), until: day(7), everything: true })).toEqual([LANTERN]);
      expect(ids({ agent: 'codex' })).toEqual([]);
      await world.append(fact(LANTERN, { type: 'session.deleted', data: {} }));
      model.catchUp();
      expect(ids({})).toEqual([HARBOUR]);
      expect(ids({ deleted: true })).toEqual([LANTERN]);
      expect(ids({ everything: true })).toEqual([ORCHARD, LANTERN, HARBOUR]);
    });

    it('lists sessions of a project under the one it was merged into', async () => {
      const world = await newWorld();
      await importLines(world, HARBOUR, [`${day(3)} prompt Tides`]);
      await importLines(world, LANTERN, [`${day(5)} prompt Wicks`], { cwd: '/home/mira/lantern' });
      const model = caughtUp(world);
      const [from, into] = [model.view(LANTERN)?.project?.id, model.view(HARBOUR)?.project?.id];
      if (from === undefined || into === undefined) throw new Error('no project');
      await world.append(
        fact(HARBOUR, { type: 'project.merged', data: { from } }, { stream: `project/${into}` as never }),
      );
      model.catchUp();
      expect(model.list({ project: into }).map((view) => view.project?.name)).toEqual(['harbour', 'harbour']);
      expect(model.count({ project: from })).toBe(2);
    });
  });

  describe(`${name}: where events lie`, () => {
    it('is told of sessions, processes and confirmations, as the journal grows', async () => {
      const world = await newWorld();
      const process = { pid: 7, started: '1', host: 'quay', boot: 'b' };
      const model = open(world);
      await takeTurns(world, model, 21);
      await world.append(started(ORCHARD, { process }));
      await takeTurns(world, model, 39);
      model.catchUp();
      const about = (...subjects: EventSubject[]) => eventsAt(world, model, subjects);
      const all = eventsIn(world.journal.read());
      for (const id of [HARBOUR, LANTERN, ORCHARD]) {
        const own = all.filter(({ stream }) => stream === `session/${id}`);
        expect(about(sessionSubject(id))).toEqual(own);
      }
      expect(about(sessionSubject(HARBOUR), sessionSubject(LANTERN))).toHaveLength(120);
      expect(about(runningIn(process)).map(({ type }) => type)).toEqual(['session.started']);
      expect(about(CONFIRMATIONS)).toEqual([]);
      expect(model.stretches([sessionSubject('0000000000000000' as SessionId)])).toEqual([]);
    });
  });

  describe(`${name}: families`, () => {
    const helper = '1111111111111111' as SessionId;
    const fork = '2222222222222222' as SessionId;

    it('counts and lists children, names ancestors and a deleted parent', async () => {
      const world = await newWorld();
      await importLines(world, fork, [`${day(4)} prompt Fork`], {
        parent: { session: HARBOUR, kind: 'fork', at: 'm1' },
      });
      await importLines(world, helper, [`${day(3)} prompt Help`], { parent: { session: fork, kind: 'subagent' } });
      const model = caughtUp(world);
      expect(model.view(helper)?.ancestors).toEqual([fork, HARBOUR]);
      await importLines(world, HARBOUR, [`${day(2)} prompt Tides`]);
      model.catchUp();
      expect(model.view(HARBOUR)?.counts.children).toBe(1);
      expect(model.children(HARBOUR).map((view) => view.id)).toEqual([fork]);
      expect(model.view(fork)).toMatchObject({ parent: { id: HARBOUR, kind: 'fork', deleted: false }, forkedAt: 'm1' });
      expect(model.list({}).map((view) => view.id)).toEqual([fork, HARBOUR]);
      expect(model.count({ includeSubagents: true })).toBe(3);
      await world.append(fact(HARBOUR, { type: 'session.deleted', data: {} }));
      model.catchUp();
      expect(model.view(fork)?.parent).toEqual({ id: HARBOUR, kind: 'fork', deleted: true });
      await world.append(fact(helper, { type: 'session.deleted', data: {} }));
      model.catchUp();
      expect(model.view(fork)?.counts.children).toBe(0);
    });

    it('survives sessions that claim to be each other’s parents', async () => {
      const world = await newWorld();
      await importLines(world, fork, [`${day(4)} prompt A`], { parent: { session: helper, kind: 'fork' } });
      await importLines(world, helper, [`${day(3)} prompt B`], { parent: { session: fork, kind: 'fork' } });
      expect(caughtUp(world).view(fork)?.ancestors).toEqual([helper]);
    });

    it('lengthens short ids until no two are alike', async () => {
      const world = await newWorld();
      const twin = '0123456789abzzzz' as SessionId;
      await importLines(world, HARBOUR, [`${day(4)} prompt A`]);
      const model = caughtUp(world);
      expect(model.view(HARBOUR)?.shortId).toBe('01234567');
      await importLines(world, twin, [`${day(3)} prompt B`]);
      model.catchUp();
      expect([model.view(HARBOUR)?.shortId, model.view(twin)?.shortId]).toEqual(['0123456789abc', '0123456789abz']);
    });
  });

  describe(`${name}: single sessions`, () => {
    it('finds by prefix of id or native id and by exact title', async () => {
      const world = await newWorld();
      await importLines(world, HARBOUR, [`${day(4)} prompt Tides`]);
      await importLines(world, LANTERN, [`${day(3)} prompt Wicks`], { cwd: '/home/mira/lantern' });
      const model = caughtUp(world);
      const ids = (text: string): SessionId[] => model.candidates(text).map((view) => view.id);
      expect(ids('0123')).toEqual([HARBOUR]);
      expect(ids('native-')).toEqual([HARBOUR, LANTERN]);
      expect(ids('Wicks')).toEqual([LANTERN]);
      expect(ids('Wick')).toEqual([]);
      expect(ids('%')).toEqual([]);
      expect(ids('')).toEqual([]);
      const project = model.view(LANTERN)?.project?.id;
      expect(model.candidates('native-', project).map((view) => view.id)).toEqual([LANTERN]);
    });

    it('knows sources and first records', async () => {
      const world = await newWorld();
      await importLines(world, HARBOUR, [`${day(4)} prompt Tides`]);
      await world.append(synced(HARBOUR, 1));
      const model = caughtUp(world);
      const path = `/home/mira/.claude/projects/harbour/${HARBOUR}.jsonl`;
      expect(model.bySource(path)).toMatchObject({ session: HARBOUR, source: { offset: 1 } });
      expect(model.bySource('/elsewhere')).toBeUndefined();
      expect([...model.listedSources('claude-code')]).toEqual([[path, model.bySource(path)]]);
      expect([...model.listedSources('codex')]).toEqual([]);
      expect(model.byFirstRecord(`first-${HARBOUR}`)).toEqual([HARBOUR]);
      expect(model.byFirstRecord('first-other')).toEqual([]);
    });

    it('takes an offered summary for exactly the kept length it was made for', async () => {
      const world = await newWorld();
      await importLines(world, HARBOUR, [`${day(4)} prompt Tides`]);
      const model = caughtUp(world);
      const summary = model.summary(HARBOUR);
      if (summary === null) throw new Error('no summary');
      const read = world.summarized.length;
      world.kept.get(HARBOUR)?.push(`${day(5)} prompt Currents`);
      await world.append(synced(HARBOUR, 2));
      model.offerSummary(HARBOUR, { keptLength: 2, normalizerVersion: 1 }, { ...summary, title: 'offered' });
      model.catchUp();
      expect([model.view(HARBOUR)?.title, world.summarized.length]).toEqual(['offered', read]);
      await world.append(synced(HARBOUR, 1));
      model.offerSummary(HARBOUR, { keptLength: 2, normalizerVersion: 1 }, { ...summary, title: 'stale' });
      model.catchUp();
      expect(model.view(HARBOUR)?.title).toBe('Tides');
    });

    it('lists a session whose transcript cannot be read, and counts it as soon as it can', async () => {
      const world = await newWorld();
      await world.append(started(HARBOUR), synced(HARBOUR, 1));
      const model = caughtUp(world);
      expect(model.view(HARBOUR)?.counts.prompts).toBe(0);
      world.kept.set(HARBOUR, [`${day(4)} prompt Tides`]);
      model.catchUp();
      expect(model.view(HARBOUR)?.counts.prompts).toBe(1);
    });

    it('keeps the id of an erased session and nothing else of it', async () => {
      const world = await newWorld();
      await importLines(world, HARBOUR, [`${day(4)} prompt Tides`]);
      await importLines(world, LANTERN, [`${day(3)} prompt Wicks`]);
      const model = caughtUp(world);
      world.summarized.length = 0;
      await world.journal.erase({
        sessions: [HARBOUR],
        intent: fact(HARBOUR, { type: 'purge.intended', data: { sessions: [HARBOUR] } }),
        done: [fact(HARBOUR, { type: 'session.purged', data: { lines: 2, bytes: 100 } })],
        unlink: () => {
          world.kept.delete(HARBOUR);
          model.drop();
        },
      });
      model.catchUp();
      expect(world.summarized).toEqual([]);
      expect(model.list({ everything: true }).map((view) => view.id)).toEqual([LANTERN]);
      expect(model.state(HARBOUR)?.purged).toBe(true);
      expect(JSON.stringify([model.state(HARBOUR), model.view(HARBOUR)])).not.toMatch(/Tides|native-|harbour/);
      expect(model.candidates('0123')).toEqual([]);
    });

    it('gives the same answers after a rebuild', async () => {
      const world = await newWorld();
      await importLines(world, HARBOUR, [`${day(4)} prompt Tides`]);
      const model = caughtUp(world);
      await world.append(fact(HARBOUR, { type: 'session.renamed', data: { title: 'Moon and sea' } }));
      model.catchUp();
      const before = [model.listJson({}), model.projects(), model.state(HARBOUR)];
      expect(model.rebuild()).toMatchObject({ sessions: 1, built: 'rebuilt' });
      expect([model.listJson({}), model.projects(), model.state(HARBOUR)]).toEqual(before);
      model.drop();
      model.catchUp();
      expect([model.listJson({}), model.projects(), model.state(HARBOUR)]).toEqual(before);
    });
  });

  describe(`${name}: memory`, () => {
    const WICK = 'w1ckn9q2x4v8t1c5' as MemoryId;
    const SALT = 's41tn9q2x4v8t1c5' as MemoryId;
    const about = (memory: MemoryId, type: string, data: object): EventDraft =>
      ({
        ...fact(HARBOUR, { type: 'session.pinned', data: {} }),
        stream: memoryStream(memory),
        type,
        data,
      }) as EventDraft;
    const claim = (memory: MemoryId, text: string, scope: object | string): EventDraft =>
      about(memory, 'memory.proposed', {
        ...{ kind: 'fact', text, scope, provenance: {}, confidence: 'observed', instructionShaped: false },
      });

    it('is listed by project and status, and found by the beginning of an id', async () => {
      const world = await newWorld();
      await importLines(world, HARBOUR, [`${day(4)} prompt Tides`]);
      const model = caughtUp(world);
      const project = model.projects().projects[0]?.id as ProjectId;
      await world.append(claim(WICK, 'Wicks are trimmed at dusk', { project }), claim(SALT, 'Salt is dear', 'user'));
      await world.append(about(SALT, 'memory.rejected', {}));
      model.catchUp();
      expect(model.memories({ project }).map(({ id }) => id)).toEqual([WICK]);
      expect(model.memories({ project, everything: true })).toHaveLength(2);
      expect(model.memories({ statuses: ['rejected'] }).map(({ text }) => text)).toEqual(['Salt is dear']);
      expect(model.memories({ project: 'n0where9q2x4v8t1' as ProjectId })).toEqual([]);
      expect(model.memoryCandidates('w1ck').map(({ id }) => id)).toEqual([WICK]);
      expect(model.memory(SALT)?.status).toBe('rejected');
      const before = [model.memories({ everything: true }), model.memoryState(SALT)];
      model.rebuild();
      expect([model.memories({ everything: true }), model.memoryState(SALT)]).toEqual(before);
    });

    it('that was forgotten leaves a mark and no text', async () => {
      const world = await newWorld();
      await world.append(claim(WICK, 'Wicks are trimmed at dusk', 'user'));
      const model = caughtUp(world);
      await world.journal.erase({
        sessions: [],
        memories: [WICK],
        intent: fact(HARBOUR, { type: 'purge.intended', data: { sessions: [], memories: [WICK] } }),
        done: [about(WICK, 'memory.forgotten', { tombstone: 'mark' })],
        unlink: () => model.drop(),
      });
      model.catchUp();
      expect([...model.tombstones()]).toEqual(['mark']);
      expect(model.memories({})).toEqual([]);
      expect(JSON.stringify(model.memoryState(WICK))).not.toContain('Wicks');
    });
  });
}
