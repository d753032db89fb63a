import { describe, expect, it } from 'vitest';
import { identifyClaude } from '../../../src/importers/claude-code/identify.ts';
import { answer, exchange, type Fields, prompt, SESSION } from '../support/claude-records.ts';

function identify(records: readonly Fields[], path = `/store/${SESSION}.jsonl`) {
  const gatherer = identifyClaude();
  for (const record of records) gatherer.add(record);
  return gatherer.finish(path);
}

const of = (sessionId: string, records: readonly Fields[]) => records.map((record) => ({ ...record, sessionId }));

describe('who a file is', () => {
  it('is its name when a record carries it, else the commonest session id', () => {
    expect(identify([...of('older', exchange(3)), ...exchange(1)])?.nativeId).toBe(SESSION);
    expect(identify([...of('rose', exchange(1)), ...exchange(3)], '/saved/backup.jsonl')?.nativeId).toBe(SESSION);
  });

  it('is a digest of the first record where nothing carries an id, the same at every reading', () => {
    const bare = [{ type: 'user', message: { content: 'Sow' } }];
    const first = identify(bare, '/a/full.jsonl')?.nativeId;
    expect(first).toMatch(/^record-[0-9a-f]{32}$/);
    expect(identify([...bare, { type: 'assistant', message: { content: 'Sown' } }], '/b/full.jsonl')?.nativeId).toBe(
      first,
    );
  });

  it('is a continuation when another session’s records stand at its head', () => {
    const identity = identify([...of('older', exchange(2)), prompt('p9', 'a1', 'And now peas')]);
    expect(identity).toMatchObject({
      nativeId: SESSION,
      parent: { nativeId: 'older', kind: 'continuation', at: 'a1' },
    });
  });

  it('has no parent when a stray record of another session stands in the middle', () => {
    expect(identify([...exchange(2), ...of('stray', exchange(1)), prompt('p9', 'a1', 'peas')])).not.toHaveProperty(
      'parent',
    );
  });

  it('is a subagent by its place, its name, or its records', () => {
    const child = { nativeId: `${SESSION}/7c`, parent: { nativeId: SESSION, kind: 'subagent' } };
    const marked = exchange(1).map((record) => ({ ...record, isSidechain: true }));
    const numbered = exchange(1).map((record) => ({ ...record, agentId: '7c' }));
    expect(identify(numbered, `/store/${SESSION}/subagents/agent-7c.jsonl`)).toMatchObject(child);
    expect(identify(exchange(1), `/store/${SESSION}/subagents/agent-7c.jsonl`)).toMatchObject(child);
    expect(identify([{ type: 'summary' }, ...marked], '/store/agent-7c.jsonl')).toMatchObject(child);
    expect(identify(numbered, '/saved/copy.jsonl')).toMatchObject(child);
  });

  it('is no subagent because of its name alone', () => {
    expect(identify(exchange(1), '/store/agent-smith.jsonl')?.nativeId).toBe(SESSION);
    expect(identify(of('agent-smith', exchange(1)), '/store/agent-smith.jsonl')).not.toHaveProperty('parent');
  });

  it('is nobody when there are only metadata records, or another agent’s', () => {
    expect(
      identify([
        { type: 'summary', summary: 'Beans' },
        { type: 'mode', sessionId: SESSION },
      ]),
    ).toBeUndefined();
    expect(
      identify([{ type: 'user', sessionId: 's', message: { role: 'user', parts: [{ text: 'Sow' }] } }]),
    ).toBeUndefined();
    expect(identify([{ display: 'Sow', project: '/w', sessionId: SESSION }])).toBeUndefined();
  });

  it('knows place, time, branch and version', () => {
    const moved = answer('z', 'a0', 'Moved', {
      cwd: '/home/ada/orchard',
      version: '2.2.0',
      timestamp: '2026-03-01T09:30:00.000Z',
    });
    expect(identify([{ type: 'summary' }, ...exchange(1), moved])).toMatchObject({
      cwd: '/home/ada/seed-shop',
      cwds: ['/home/ada/seed-shop', '/home/ada/orchard'],
      startedAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:30:00.000Z',
      firstKey: 'p0',
      branch: 'main',
      agentVersion: '2.2.0',
      headless: false,
    });
  });
});
