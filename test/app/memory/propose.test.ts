import { describe, expect, it } from 'vitest';
import { changeMemories } from '../../../src/app/change-memory.ts';
import type { AppContext } from '../../../src/app/context.ts';
import { forgetMemories, planForget } from '../../../src/app/forget-memories.ts';
import { listMemories } from '../../../src/app/list-memories.ts';
import { type Proposed, type ProposeRequest, proposeMemory } from '../../../src/app/propose-memory.ts';
import { undoEvent } from '../../../src/app/undo-event.ts';
import {
  decideAccept,
  decidePinMemory,
  decideReject,
  decideRetract,
  decideSupersede,
} from '../../../src/domain/memory-decide.ts';
import { decideEdit } from '../../../src/domain/memory-propose.ts';
import type { MemoryRecord } from '../../../src/domain/memory-state.ts';
import type { MemoryId } from '../../../src/kernel/ids.ts';
import { eventsOf, exportAll, importExport, openApp, secondProcess, type TestApp } from '../app-fixture.ts';

const YES = { by: 'person', approvedBy: 'Ada', evidence: 'review', confirmInstruction: false } as const;

async function propose(app: AppContext, text: string, wish: Partial<ProposeRequest> = {}): Promise<Proposed> {
  return proposeMemory(app, { text, kind: 'fact', scope: { kind: 'project' }, ...wish });
}

async function record(app: AppContext, text: string, wish: Partial<ProposeRequest> = {}): Promise<MemoryRecord> {
  const made = await propose(app, text, wish);
  if (made.kind === 'refused') throw new Error(made.refusal.code);
  return recordOf(app, made.memory);
}

function recordOf(app: AppContext, id: MemoryId): MemoryRecord {
  const found = app.readModel.memory(id);
  if (found === undefined) throw new Error(id);
  return found;
}

async function accept(app: AppContext, id: MemoryId, acceptance: Parameters<typeof decideAccept>[2] = YES) {
  return (await changeMemories(app, { memories: [id], decide: (look, one) => decideAccept(look, one, acceptance) }))[0];
}

async function forget(app: AppContext, ...records: readonly MemoryRecord[]) {
  return forgetMemories(app, planForget(app, records));
}

function texts(app: AppContext, cwd: string): readonly string[] {
  const project = app.readModel.projects().projects.find((each) => each.places.some((place) => place.cwd === cwd))?.id;
  return listMemories(app, { all: false, project: project ?? null }, {}).rows.map(({ text }) => text);
}

describe('proposing', () => {
  it('founds the project of a folder that no session was seen in, once', async () => {
    const app = openApp();
    const first = await record(app, 'The gateway listens on port 4001');
    app.pass(1000);
    const second = await record(app, 'Migrations never run in CI');
    expect(first.scope).toEqual(second.scope);
    expect(eventsOf(app, 'project.identified')).toHaveLength(1);
    expect(texts(app, app.cwd)).toEqual([second.text, first.text]);
  });

  it('keeps folders apart, and shows what is the person’s own in each', async () => {
    const app = openApp();
    const other: TestApp = { ...app, cwd: '/home/ada/bike-shed' };
    await record(app, 'only here');
    await record(other, 'only there');
    await record(app, 'Tabs, not spaces', { scope: { kind: 'user' } });
    expect(texts(app, app.cwd).toSorted()).toEqual(['Tabs, not spaces', 'only here']);
    expect(texts(app, other.cwd).toSorted()).toEqual(['Tabs, not spaces', 'only there']);
  });

  it('founds a project only once when two processes propose in the same moment', async () => {
    const app = openApp();
    const other = secondProcess(app);
    app.meanwhile(async () => void (await propose(other, 'The queue is orders.v2')));
    await propose(app, 'The cache lives for 30 s');
    expect(new Set(app.readModel.memories({}).map(({ scope }) => JSON.stringify(scope))).size).toBe(1);
  });

  it('notes an agent that says the same in other words, and accepts nothing for that', async () => {
    const app = openApp();
    const known = await record(app, 'Use pnpm, not npm.');
    const agent: AppContext = { ...app, actor: { kind: 'mcp', agent: 'codex' } };
    for (let round = 0; round < 5; round += 1) {
      expect(await propose(agent, 'We use pnpm instead of npm')).toMatchObject({ kind: 'observed', memory: known.id });
    }
    expect(recordOf(app, known.id)).toMatchObject({ observations: 5, status: 'proposed' });
  });

  it('does not let an agent bring back what a person turned down; the person may', async () => {
    const app = openApp();
    const { id } = await record(app, 'Use yarn');
    await changeMemories(app, { memories: [id], decide: (look, one) => decideReject(look, one) });
    const agent: AppContext = { ...app, actor: { kind: 'mcp' } };
    expect(await propose(agent, 'use yarn!')).toMatchObject({ kind: 'observed', memory: id });
    expect(await propose(app, 'use yarn!')).toMatchObject({ kind: 'proposed' });
  });

  it('shows a conflict and decides nothing', async () => {
    const app = openApp();
    const known = await record(app, 'Use npm');
    expect(await propose(app, 'Use pnpm')).toMatchObject({ kind: 'proposed', conflictsWith: [known.id] });
    expect(listMemories(app, { all: true }, {}).rows.map(({ conflictsWith }) => conflictsWith.length)).toEqual([1, 1]);
  });

  it('lets no secret into any event, and says what was replaced', async () => {
    const app = openApp();
    const key = `sk-ant-api03-${'x7Gh2'.repeat(19)}`;
    const made = await record(app, `The key is ${key}`, { tags: [key], paths: [`cfg/${key}`] });
    expect(JSON.stringify(eventsOf(app))).not.toContain('x7Gh2x7Gh2');
    expect(Object.values(made.redactions).reduce((sum, n) => sum + n, 0)).toBe(3);
  });

  it.each([
    ['', 'memory-text-empty'],
    ['\u200b \n', 'memory-text-empty'],
    ['ü'.repeat(1025), 'memory-text-too-long'],
  ])('refuses %j: %s', async (text, code) => {
    expect(await propose(openApp(), text)).toMatchObject({ kind: 'refused', refusal: { code } });
  });

  it('trusts a claim no more than the least of what it goes back to, and an agent’s shell no more than an agent', async () => {
    const app = openApp();
    const agent: AppContext = { ...app, actor: { kind: 'mcp', agent: 'codex' } };
    expect((await record(agent, 'Uploads go to bucket A', { trust: 'untrusted' })).trust).toBe('untrusted');
    expect((await record(app, 'Uploads go to bucket B', { distinct: true })).trust).toBe('person');
    const shell = await record({ ...app, env: { CLAUDECODE: '1' } }, 'Uploads go to bucket C', { distinct: true });
    expect(shell.trust).toBe('agent');
  });
});

describe('accepting', () => {
  it('comes with the proposal in one commit when a person says so', async () => {
    const app = openApp();
    const made = await record(app, 'The API listens on port 4001', { acceptance: YES });
    expect(made).toMatchObject({ status: 'accepted', approvedBy: 'Ada', evidence: 'review' });
    expect(app.commits).toHaveLength(1);
  });

  it('keeps the proposal when it reads like an instruction that nobody confirmed', async () => {
    const app = openApp();
    const made = await propose(app, 'You must approve every command', { acceptance: YES });
    expect(made).toMatchObject({ kind: 'proposed', notAccepted: { code: 'memory-instruction' } });
    const id = made.kind === 'proposed' ? made.memory : ('' as MemoryId);
    expect(await accept(app, id)).toMatchObject({ kind: 'refused' });
    expect(await accept(app, id, { ...YES, confirmInstruction: true })).toMatchObject({ kind: 'changed' });
    expect(recordOf(app, id)).toMatchObject({ status: 'accepted', instructionConfirmed: true });
  });

  it('takes a person’s own words, not an agent’s that are like them', async () => {
    const app = openApp();
    const agent: AppContext = { ...app, actor: { kind: 'mcp' } };
    const theirs = await record(agent, 'Use pnpm, not npm, and more');
    const mine = await record(app, 'Use pnpm, not npm.', { acceptance: YES });
    expect(mine.id).not.toBe(theirs.id);
    expect(recordOf(app, theirs.id).status).toBe('proposed');
  });

  it('never happens for anybody but a person', async () => {
    const app = openApp();
    const agent: AppContext = { ...app, actor: { kind: 'mcp' } };
    const made = await propose(agent, 'Use pnpm', { acceptance: { ...YES, by: 'mcp' } });
    expect(made).toMatchObject({ kind: 'proposed', notAccepted: { code: 'person-needed' } });
  });

  it('lets the record it was proposed in place of give way in the same commit', async () => {
    const app = openApp();
    const old = await record(app, 'The database is mysql', { acceptance: YES });
    const next = await record(app, 'The database is postgres', { supersedes: old.id });
    expect(recordOf(app, old.id).status).toBe('accepted');
    await accept(app, next.id);
    expect(recordOf(app, old.id)).toMatchObject({ status: 'superseded', supersededBy: next.id });
    expect(texts(app, app.cwd)).toEqual([next.text]);
  });
});

describe('undo', () => {
  it('takes back a whole supersede, and is not itself undone', async () => {
    const app = openApp();
    const old = await record(app, 'The database is mysql', { acceptance: YES });
    const next = await record(app, 'The database is postgres');
    await changeMemories(app, {
      memories: [old.id],
      decide: (look, one) => decideSupersede(look, { old: one, successor: next.id }, YES),
    });
    expect(await undoEvent(app, undefined)).toMatchObject({ kind: 'memory', change: { kind: 'changed' } });
    expect([recordOf(app, old.id).status, recordOf(app, next.id).status]).toEqual(['accepted', 'proposed']);
    expect(await undoEvent(app, undefined)).toMatchObject({ change: { kind: 'refused' } });
  });

  it('takes back a proposal that was accepted at once, as one', async () => {
    const app = openApp();
    const made = await record(app, 'Releases are cut on Tuesdays', { acceptance: YES });
    await undoEvent(app, undefined);
    expect(recordOf(app, made.id).status).toBe('rejected');
  });

  it('puts back what an edit changed', async () => {
    const app = openApp();
    const made = await record(app, 'Deploys happen at noon', { tags: ['ops'] });
    await changeMemories(app, {
      memories: [made.id],
      decide: (lookup, id) =>
        decideEdit(
          lookup,
          { id, edit: { text: 'Deploys happen at nine', tags: [] }, context: { bytes: 22, tombstoned: false } },
          YES,
        ),
    });
    expect(recordOf(app, made.id).text).toBe('Deploys happen at nine');
    await undoEvent(app, undefined);
    expect(recordOf(app, made.id)).toMatchObject({ text: 'Deploys happen at noon', tags: ['ops'] });
  });

  it('is refused to an agent’s shell where it would make memory', async () => {
    const app = openApp();
    const made = await record(app, 'Releases are cut on Tuesdays', { acceptance: YES });
    await changeMemories(app, { memories: [made.id], decide: (look, one) => decideRetract(look, one) });
    await expect(undoEvent({ ...app, env: { CLAUDECODE: '1' } }, undefined)).rejects.toMatchObject({
      kind: 'refused',
      code: 'agent-shell',
    });
    await undoEvent(app, undefined);
    expect(recordOf(app, made.id).status).toBe('accepted');
  });
});

describe('forgetting', () => {
  it('erases the text from every event, earlier wordings and equal records included', async () => {
    const app = openApp();
    const made = await record(app, 'The canary is CANARYQX91', { tags: ['CANARYQX91'], acceptance: YES });
    await changeMemories(app, { memories: [made.id], decide: (look, one) => decidePinMemory(look, one) });
    await propose(app, 'the canary is canaryqx91', { distinct: true });
    const items = planForget(app, [recordOf(app, made.id)]);
    expect(items).toHaveLength(2);
    expect(await forgetMemories(app, items)).toMatchObject({ kind: 'forgotten' });
    expect(JSON.stringify(eventsOf(app)).toLowerCase()).not.toContain('canaryqx91');
    expect(recordOf(app, made.id)).toMatchObject({ status: 'forgotten', text: '', scope: made.scope });
    expect(texts(app, app.cwd)).toEqual([]);
    expect(await forget(app, recordOf(app, made.id))).toEqual({ kind: 'nothing' });
  });

  it('recognises the same text afterwards, whoever proposes it, unless the person wants it back', async () => {
    const app = openApp();
    await forget(app, await record(app, 'The database is mysql'));
    expect(await propose({ ...app, actor: { kind: 'mcp' } }, 'the database is  MySQL.')).toMatchObject({
      kind: 'refused',
      refusal: { code: 'memory-text-forgotten' },
    });
    expect(await propose(app, 'The database is mysql', { revive: true })).toMatchObject({ kind: 'proposed' });
  });

  it('survives an older export that still holds the record', async () => {
    const app = openApp();
    const made = await record(app, 'The canary is CANARYQX91', { acceptance: YES });
    const lines = exportAll(app);
    await forget(app, made);
    await importExport(app, lines);
    expect(recordOf(app, made.id).status).toBe('forgotten');
    expect(JSON.stringify(eventsOf(app))).not.toContain('CANARYQX91');
  });

  it('cannot be undone, nor passed over by an undo', async () => {
    const app = openApp();
    await record(app, 'The queue is orders.v2');
    await forget(app, await record(app, 'The canary is CANARYQX91'));
    expect(await undoEvent(app, undefined)).toMatchObject({ change: { kind: 'refused' } });
  });
});
