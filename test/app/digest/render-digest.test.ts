import { describe, expect, it } from 'vitest';
import { adoptDigest } from '../../../src/app/adopt-digest.ts';
import { forgetMemories, planForget } from '../../../src/app/forget-memories.ts';
import { proposeMemories } from '../../../src/app/propose-memories.ts';
import { type ProposeRequest, proposeMemory } from '../../../src/app/propose-memory.ts';
import { lastDigest, makeDigest, readDigestPage, writeDigest } from '../../../src/app/render-digest.ts';
import type { createMemoryPages } from '../../../src/journal/memory-digest-pages.ts';
import type { ProjectId } from '../../../src/kernel/ids.ts';
import { HOSTILE } from '../../domain/memory/hostile-texts.ts';
import { MORE_HOSTILE } from '../../domain/memory/hostile-texts-more.ts';
import { eventsOf, openApp, type TestApp } from '../app-fixture.ts';

const YES = { by: 'person', approvedBy: 'Ada', evidence: 'review', confirmInstruction: false } as const;
const HERE = { kind: 'project' } as const;
const TOKENS = 1500;

type EditablePages = ReturnType<typeof createMemoryPages>;

async function accepted(app: TestApp, text: string, more: Partial<ProposeRequest> = {}) {
  return proposeMemory(app, { text, kind: 'fact', scope: HERE, acceptance: YES, ...more });
}

function projectOf(app: TestApp): ProjectId {
  const [project] = app.readModel.projects().projects;
  if (project === undefined) throw new Error('no project');
  return project.id;
}

async function render(app: TestApp) {
  const project = projectOf(app);
  const digest = makeDigest(app, { project, tokens: TOKENS });
  return writeDigest(app, { project, page: readDigestPage(app, project), digest });
}

function edit(app: TestApp, change: (text: string) => string): void {
  const project = projectOf(app);
  (app.pages as EditablePages).edit(project, change(app.pages.read(project, '').text ?? ''));
}

function page(app: TestApp): string {
  return app.pages.read(projectOf(app), '').text ?? '';
}

async function adopt(app: TestApp) {
  const project = projectOf(app);
  const { edits } = readDigestPage(app, project);
  return adoptDigest(app, { project, edits, acceptance: YES, confirmed: new Set(), retract: new Set() });
}

describe('rendering', () => {
  it('notes the page with its digest, once, and leaves an unchanged one alone', async () => {
    const app = openApp();
    await accepted(app, 'Sow the beans in May');
    expect(await render(app)).toBe('written');
    app.pass(90 * 86_400_000);
    expect(await render(app)).toBe('unchanged');
    const [event, ...more] = eventsOf(app, 'digest.rendered');
    const sha256 = Buffer.from(app.sha256(page(app))).toString('hex');
    expect(event?.data).toMatchObject({ sha256, memories: [expect.any(String)] });
    expect(more).toEqual([]);
  });

  it('that somebody edits meanwhile writes nothing over it', async () => {
    const app = openApp();
    await accepted(app, 'Sow the beans in May');
    await render(app);
    await accepted(app, 'Peas like cold soil');
    const project = projectOf(app);
    const stale = readDigestPage(app, project);
    edit(app, (text) => `${text}- Weed on Sundays\n`);
    const digest = makeDigest(app, { project, tokens: TOKENS });
    await expect(writeDigest(app, { project, page: stale, digest })).rejects.toMatchObject({ code: 'digest-changed' });
    expect(page(app)).toContain('Weed on Sundays');
    expect(await render(app)).toBe('edited');
  });

  it('gives a session the last page only while nobody edited it', async () => {
    const app = openApp();
    await accepted(app, 'Sow the beans in May');
    expect(lastDigest(app, projectOf(app), '')).toBeUndefined();
    await render(app);
    expect(lastDigest(app, projectOf(app), '')).toContain('Sow the beans in May');
    expect(lastDigest(app, projectOf(app), '')).not.toContain('loom:digest');
    edit(app, (text) => `${text}- Weed on Sundays\n`);
    expect(lastDigest(app, projectOf(app), '')).toBeUndefined();
  });
});

describe('adopting', () => {
  it('makes a record of each new line, also of one that is like another, and takes nothing twice', async () => {
    const app = openApp();
    await accepted(app, 'Sow the beans in May');
    await proposeMemory({ ...app, actor: { kind: 'mcp' } }, { text: 'Water at dawn', kind: 'fact', scope: HERE });
    await render(app);
    edit(app, (text) => `${text}- Beans are sown in May\n- Water at dawn.\n`);
    expect((await adopt(app)).map(({ result }) => result)).toEqual(['adopted', 'adopted']);
    const texts = app.readModel.memories({ statuses: ['accepted'] }).map(({ text }) => text);
    expect(texts.sort()).toEqual(['Beans are sown in May', 'Sow the beans in May', 'Water at dawn']);
    expect(app.readModel.memories({ statuses: ['proposed'] })).toEqual([]);
    expect(await adopt(app)).toEqual([]);
    expect(await render(app)).toBe('written');
  });

  it('pins, unpins and sorts what was moved, and tells what it did not take', async () => {
    const app = openApp();
    await accepted(app, 'Sow the beans in May');
    await accepted(app, 'Never water at noon, the leaves burn', { kind: 'constraint' });
    await render(app);
    edit(app, (text) =>
      text.replace('## Facts', '## Pinned').replace('## Constraints', '## Decisions').concat('- 👍\n- !!!\n'),
    );
    const done = await adopt(app);
    expect(done.map(({ edit: { kind }, result, refusal }) => [kind, result, refusal?.code ?? null])).toEqual([
      ['moved', 'adopted', null],
      ['moved', 'adopted', null],
      ['added', 'adopted', null],
      ['added', 'refused', 'memory-text-empty'],
    ]);
    const records = app.readModel.memories({ statuses: ['accepted'] });
    expect(records.find(({ text }) => text.startsWith('Sow'))).toMatchObject({ pinned: true });
    expect(records.find(({ text }) => text.startsWith('Never'))).toMatchObject({ kind: 'decision' });
    expect(await render(app)).toBe('edited');
  });

  it('refuses a text that was forgotten', async () => {
    const app = openApp();
    await accepted(app, 'Sow the beans in May');
    await accepted(app, 'Captain Orrin lives in the red house');
    const record = app.readModel.memories({}).find(({ text }) => text.includes('Orrin'));
    await render(app);
    await forgetMemories(app, planForget(app, record === undefined ? [] : [record]));
    expect(page(app)).not.toContain('Orrin');
    expect(page(app)).toContain('Sow the beans');
    expect(readDigestPage(app, projectOf(app)).edits).toEqual([]);
    edit(app, (text) => `${text}- Captain Orrin lives in the red house\n`);
    expect(await adopt(app)).toMatchObject([{ result: 'refused', refusal: { code: 'memory-text-forgotten' } }]);
  });
});

describe('hostile claims', () => {
  const hostile = [...Object.values(HOSTILE).flat(), ...MORE_HOSTILE];
  const visible = (app: TestApp) => makeDigest(app, { project: projectOf(app), tokens: TOKENS });

  it('reach no digest, whoever proposes them and however often', async () => {
    const app = openApp();
    await accepted(app, 'Sow the beans in May');
    const requests = hostile.map((text) => ({ text, kind: 'constraint' }) as const);
    for (const kind of ['person', 'mcp', 'import', 'mcp'] as const) {
      await proposeMemories({ ...app, actor: { kind } }, requests, HERE);
    }
    expect(visible(app).items).toHaveLength(1);
  });

  it('reach none when a page with them is adopted without a second yes, as new lines or as edits', async () => {
    const app = openApp();
    await accepted(app, 'Sow the beans in May');
    await render(app);
    const before = page(app);
    for (const text of hostile) {
      edit(app, () => `${before}\n- ${text}\n`);
      await adopt(app);
      edit(app, () => before.replace('Sow the beans in May', text));
      await adopt(app);
    }
    expect(visible(app).items.map(({ line }) => line)).toEqual([expect.stringContaining('Sow the beans in May')]);
  });
});
