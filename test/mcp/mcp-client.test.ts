import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { succeed } from '../cli/support/case-answers.ts';
import { journalLines } from '../cli/support/case-files.ts';
import { openSandbox, type Sandbox } from '../cli/support/case-sandbox.ts';
import { PATIENCE } from '../support/patience.ts';
import { call, connect, folderOf, remember, rowsOf, tellSession } from './mcp-lab.ts';

const retrievals = (box: Sandbox) => journalLines(box.store).filter(({ type }) => type === 'memory.retrieved');

describe('loom mcp, asked by a client', () => {
  it('offers seven tools, each with a described and bounded input, and none that decides', async () => {
    const client = await connect(openSandbox());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search',
      'timeline',
      'show',
      'sessions_list',
      'session_show',
      'resume_preview',
      'memory_propose',
    ]);
    for (const { inputSchema, outputSchema, description, annotations, name } of tools) {
      expect(description?.length).toBeGreaterThan(60);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema?.type).toBe('object');
      expect(annotations).toMatchObject({ destructiveHint: false, readOnlyHint: name !== 'memory_propose' });
    }
    const names = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
    expect(names.filter((name) => /accept|approve|forget|delete|export|^all$|every|confirm/i.test(name))).toEqual([]);
  });

  it('shows and looks around by the ids of agents and by short ones, as the commands do', async () => {
    const box = openSandbox();
    const session = tellSession(box, 1, { prompt: 'Why does the tide table drift?', answer: 'The datum was wrong.' });
    const record = remember(box, 'The datum is chart datum');
    const client = await connect(box);
    const [hit] = rowsOf(await call(client, 'search', { query: 'tide drift' }), 'hits');
    const whole = String(hit?.['id']);
    const key = whole.slice(whole.indexOf(':') + 1);
    for (const id of [key, `${session.slice(0, 8)}:${key}`, whole]) {
      const [shown] = rowsOf(await call(client, 'show', { ids: [id] }), 'items');
      expect(shown, id).toMatchObject({ id: whole, type: 'prompt' });
      const around = await call(client, 'timeline', { id });
      expect(
        rowsOf(around, 'entries').find(({ anchor }) => anchor),
        id,
      ).toMatchObject({ id: whole });
    }
    const short = await call(client, 'show', { ids: [record.slice(0, 8), session.slice(0, 8)] });
    expect(rowsOf(short, 'items')).toMatchObject([{ id: record }, { id: session }]);
  });

  it('finds, looks around, shows whole and lists, by the ids that it gave', async () => {
    const box = openSandbox();
    const session = tellSession(box, 1, { prompt: 'Why does the tide table drift?', answer: 'The datum was wrong.' });
    const client = await connect(box);
    const found = await call(client, 'search', { query: 'tide drift' });
    const [hit] = rowsOf(found, 'hits');
    expect(hit).toMatchObject({ type: 'prompt', session, state: 'closed', trust: 'untrusted' });
    expect(found.text).toContain('verify before relying on it');
    const around = await call(client, 'timeline', { id: hit?.['id'] });
    expect(rowsOf(around, 'entries').map(({ text }) => text)).toEqual([
      'Why does the tide table drift?',
      'The datum was wrong.',
    ]);
    const shown = await call(client, 'show', { ids: [hit?.['id'], session] });
    expect(rowsOf(shown, 'items').map(({ type }) => type)).toEqual(['prompt', 'session']);
    const listed = await call(client, 'sessions_list');
    expect(rowsOf(listed, 'sessions').map(({ id }) => id)).toEqual([session]);
    const one = await call(client, 'session_show', { session: '@last' });
    expect(one.data).toMatchObject({ session: { id: session }, turnsInAll: 1, turns: [{ turn: 1 }] });
  });

  it('previews a resume and records nothing of it', async () => {
    const box = openSandbox();
    const session = tellSession(box, 1, { prompt: 'Paint the buoy' });
    const client = await connect(box);
    const { data } = await call(client, 'resume_preview', { session, document: true });
    expect(data).toMatchObject({ verdict: 'ready-with-stale-context', approvals: 'none is carried over' });
    expect(data['context']).toMatchObject({ document: expect.stringContaining('Paint the buoy') });
    const { messages } = await client.getPrompt({ name: 'resume', arguments: { session } });
    expect(JSON.stringify(messages)).toContain('Paint the buoy');
    await client.close();
    const types = journalLines(box.store).map(({ type }) => type);
    expect(types.filter((type) => /resume|snapshot|confirmed/.test(type))).toEqual(
      types.filter((type) => type === 'snapshot.taken').slice(0, 1),
    );
  });

  it('proposes, untrusted and by itself, and what is proposed is shown to nobody', async () => {
    const box = openSandbox();
    tellSession(box, 1, { prompt: 'Count the gulls' });
    const client = await connect(box);
    const made = await call(client, 'memory_propose', { text: 'Gulls are counted at dawn', kind: 'procedure' });
    expect(made.data).toMatchObject({ result: 'proposed', state: 'proposed', trust: 'untrusted', inForce: false });
    const again = await call(client, 'memory_propose', { text: 'Gulls are counted at dawn', kind: 'procedure' });
    expect(again.data).toMatchObject({ result: 'known already', id: made.data['id'], state: 'proposed' });
    const event = journalLines(box.store).find(({ type }) => type === 'memory.proposed');
    expect(event).toMatchObject({ by: { kind: 'mcp', agent: 'claude-code' }, trust: 'untrusted' });
    expect(rowsOf(await call(client, 'search', { query: 'gulls dawn', kinds: ['memory'] }), 'hits')).toEqual([]);
    const shown = await call(client, 'show', { ids: [made.data['id']] });
    expect(rowsOf(shown, 'items')[0]).toMatchObject({ state: 'proposed', text: null });
    succeed(box, ['memory', 'accept', String(made.data['id']), '--approved-by', 'Mara', '--evidence', 'the log']);
    expect(rowsOf(await call(client, 'search', { query: 'gulls dawn', kinds: ['memory'] }), 'hits')).toMatchObject([
      { type: 'memory', state: 'accepted', text: 'Gulls are counted at dawn' },
    ]);
  });

  it('reads the digest and accepted memory as resources', async () => {
    const box = openSandbox();
    tellSession(box, 1, { prompt: 'Count the gulls' });
    remember(box, 'The harbour closes at ten');
    const client = await connect(box);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['loom://project/digest', 'loom://project/memory']);
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(JSON.stringify(contents)).toContain('The harbour closes at ten');
    }
    await expect(client.readResource({ uri: 'loom://project/../other' })).rejects.toThrow(/no such resource/);
  });

  it('answers many requests at once, each with its own', async () => {
    const box = openSandbox();
    for (const n of [1, 2, 3]) tellSession(box, n, { prompt: `Paint buoy number ${n}` });
    const client = await connect(box);
    const sizes = Array.from({ length: 24 }, (_, index) => (index % 3) + 1);
    const answers = await Promise.all(sizes.map((limit) => call(client, 'sessions_list', { limit })));
    expect(answers.map((answer) => rowsOf(answer, 'sessions').length)).toEqual(sizes);
  });

  it('sees what other processes did since, a store that was made after its start and an index that was deleted', async () => {
    const box = openSandbox();
    const client = await connect(box);
    expect(rowsOf(await call(client, 'search', { query: 'lantern' }), 'hits')).toEqual([]);
    tellSession(box, 1, { prompt: 'Light the lantern' });
    expect(rowsOf(await call(client, 'search', { query: 'lantern' }), 'hits').length).toBe(1);
    rmSync(join(box.store, 'index'), { recursive: true, force: true });
    tellSession(box, 2, { prompt: 'Snuff the lantern' });
    expect(rowsOf(await call(client, 'search', { query: 'lantern' }), 'hits').length).toBe(2);
  });

  it('notes what it showed, and answers as well when nothing can be noted', async () => {
    const box = openSandbox();
    tellSession(box, 1, { prompt: 'Light the lantern' });
    const memory = remember(box, 'The lantern burns whale oil');
    const client = await connect(box);
    await call(client, 'search', { query: 'lantern' });
    await call(client, 'sessions_list');
    // An answer does not wait for its note.
    await vi.waitFor(
      () =>
        expect(retrievals(box)).toMatchObject([
          { by: { kind: 'mcp' }, data: { memories: [memory], hits: 2 } },
          { by: { kind: 'mcp' }, data: { memories: [], hits: 1 } },
        ]),
      PATIENCE,
    );
    await client.close();
    const quiet = await connect(box, { env: { LOOM_DISABLED: '1' } });
    const before = retrievals(box).length;
    expect(rowsOf(await call(quiet, 'search', { query: 'lantern' }), 'hits').length).toBe(2);
    expect(await call(quiet, 'memory_propose', { text: 'Oil is dear' })).toMatchObject({ isError: true });
    expect(retrievals(box).length).toBe(before);
  });

  it('knows the session that asks by its process, leaves it out and notes there what it was shown', async () => {
    const box = openSandbox();
    const earlier = tellSession(box, 1, { prompt: 'Light the lantern' });
    const start = ['sessions', 'start', '--agent', 'claude-code', '--pid', String(process.pid), '--json'];
    const { id: asking } = JSON.parse(succeed(box, start).stdout) as { id: string };
    succeed(box, [
      'sessions',
      'record',
      asking,
      'prompt.submitted',
      '--data',
      '{"text":"How does one light a lantern?"}',
    ]);
    const client = await connect(box);
    const hits = rowsOf(await call(client, 'search', { query: 'light lantern' }), 'hits');
    expect([...new Set(hits.map(({ session }) => session))]).toEqual([earlier]);
    const preview = await call(client, 'resume_preview');
    expect(preview.data).toMatchObject({ session: { id: earlier } });
    await client.close();
    await vi.waitFor(
      () => expect(retrievals(box).map(({ stream }) => stream)).toEqual([`session/${asking}`, `session/${asking}`]),
      PATIENCE,
    );
  });

  it('heeds that memory is turned off: sessions are found, memory is neither shown nor proposed', async () => {
    const box = openSandbox();
    tellSession(box, 1, { prompt: 'Light the lantern' });
    const memory = remember(box, 'The lantern burns whale oil');
    succeed(box, ['config', 'set', 'memory.enabled', 'false']);
    const client = await connect(box);
    const hits = rowsOf(await call(client, 'search', { query: 'lantern' }), 'hits');
    expect(hits.map(({ type }) => type)).toEqual(['prompt']);
    expect((await call(client, 'search')).text).not.toContain('whale');
    expect((await call(client, 'show', { ids: [memory] })).text).not.toContain('whale');
    expect(await call(client, 'memory_propose', { text: 'Oil is dear' })).toMatchObject({ isError: true });
    const { contents } = await client.readResource({ uri: 'loom://project/memory' });
    expect(JSON.stringify(contents)).toContain('turned off');
    expect(JSON.stringify(contents)).not.toContain('whale');
  });

  it('works in the roots that the client names, and elsewhere in the folder it was started in', async () => {
    const box = openSandbox();
    const other = folderOf(box, 'other');
    const [here, there] = [
      tellSession(box, 1, { prompt: 'Paint the buoy' }),
      tellSession(box, 2, { cwd: other, prompt: 'Sand the hull' }),
    ];
    const rooted = await connect(box, { roots: [other] });
    expect(rowsOf(await call(rooted, 'sessions_list'), 'sessions').map(({ id }) => id)).toEqual([there]);
    // An editor starts its servers with whatever PWD it has itself.
    const started = await connect(box, { env: { PWD: other } });
    expect(rowsOf(await call(started, 'sessions_list'), 'sessions').map(({ id }) => id)).toEqual([here]);
  });

  it('keeps an answer within its bounds and says what was left out', async () => {
    const box = openSandbox();
    const long = 'the swell rose '.repeat(9000);
    const session = tellSession(box, 1, { prompt: long, answer: long });
    const client = await connect(box);
    const whole = await call(client, 'show', { ids: [session], budget: 12_000 });
    expect(whole.text.length).toBeLessThan(90_000);
    expect(rowsOf(whole, 'items')[0]).toMatchObject({ truncated: true });
    expect((await call(client, 'session_show', { session, turn: 1 })).text.length).toBeLessThan(90_000);
    expect(await call(client, 'show', { ids: Array(21).fill(session) })).toMatchObject({ isError: true });
    expect(await call(client, 'search', { query: 'x'.repeat(20_001) })).toMatchObject({ isError: true });
    expect(await call(client, 'memory_propose', { text: 'é'.repeat(1500) })).toMatchObject({ isError: true });
  });

  it('says why a store cannot be read, and goes on', async () => {
    const box = openSandbox();
    tellSession(box, 1, { prompt: 'Paint the buoy' });
    const client = await connect(box);
    const file = join(box.store, 'store.json');
    writeFileSync(file, JSON.stringify({ format: 99, id: 'x', createdAt: '2026-01-01T00:00:00.000Z' }));
    const refused = await call(client, 'sessions_list');
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/newer/);
    expect((await client.listTools()).tools.length).toBe(7);
  });
});
