import { describe, expect, it } from 'vitest';
import type { NativeTarget, WholeRecord } from '../../../src/app/ports/native-writer.ts';
import { foldTurns } from '../../../src/domain/turns.ts';
import { claudeCodeWriter } from '../../../src/importers/claude-code/native-writer.ts';
import { normalizeClaude } from '../../../src/importers/claude-code/normalize.ts';
import type { IsoTime } from '../../../src/kernel/ids.ts';
import { answer, base, call, exchange, type Fields, keep, prompt, result, SESSION } from '../support/claude-records.ts';

const COPY = '5eed0000-0000-4000-8000-00000000c0de';
const target: NativeTarget = { nativeId: COPY, cwd: '/home/ada/seed-shop', at: '2026-03-02T12:00:00.000Z' as IsoTime };

function whole(records: readonly Fields[], more: Partial<WholeRecord> = {}): WholeRecord[] {
  return keep(records).map((kept) => ({ ...kept, redacted: new Set(), lost: new Set(), ...more }));
}

function copyOf(
  records: readonly Fields[] | WholeRecord[],
  wish: { readonly path?: readonly string[] | null; readonly title?: string } = {},
) {
  const original = records.every((record) => 'redacted' in record)
    ? (records as WholeRecord[])
    : whole(records as Fields[]);
  const conversation = normalizeClaude(original);
  const path = wish.path ?? null;
  const named = wish.title === undefined ? target : { ...target, title: wish.title };
  const copy = claudeCodeWriter.copy({ records: original, conversation, path, media: () => undefined }, named);
  const values = copy.records.map(({ value }) => value as Fields);
  return { values, changes: copy.changes, conversation: normalizeClaude(keep(values)) };
}

const countOf = (changes: readonly { code: string; count: number }[], code: string) =>
  changes.find((change) => change.code === code)?.count;

describe('a copy of a session of Claude Code', () => {
  it('bears its own session id and the uuids of the original, every parent in its place', () => {
    const { values } = copyOf(exchange(2));
    expect(values.map(({ sessionId }) => sessionId)).toEqual([COPY, COPY, COPY, COPY]);
    expect(values.map(({ uuid, parentUuid }) => [uuid, parentUuid])).toEqual([
      ['p0', null],
      ['a0', 'p0'],
      ['p1', 'a0'],
      ['a1', 'p1'],
    ]);
  });

  it('keeps fields that it does not know', () => {
    const { values } = copyOf([prompt('p', null, 'Sow', { slug: 'quiet-fern', futureField: { deep: [1] } })]);
    expect(values[0]).toMatchObject({ slug: 'quiet-fern', futureField: { deep: [1] } });
  });

  it('is one line up to a message, and leaves other branches out', () => {
    const records = [
      ...exchange(1),
      prompt('left', 'a0', 'Go left'),
      answer('left-a', 'left', 'Left'),
      prompt('right', 'a0', 'Go right'),
      answer('right-a', 'right', 'Right'),
    ];
    const { values, changes } = copyOf(records, { path: ['p0', 'a0', 'right'] });
    expect(values.map(({ uuid }) => uuid)).toEqual(['p0', 'a0', 'right']);
    expect(countOf(changes, 'branches')).toBe(2);
    expect(copyOf(records).values).toHaveLength(6);
  });

  it('joins what hung on a progress record to the message above it', () => {
    const { values } = copyOf([
      prompt('p', null, 'Sow'),
      base('progress', 'tick', 'p', { data: { type: 'hook_progress' } }),
      answer('a', 'tick', 'Sown'),
    ]);
    expect(values.map(({ uuid, parentUuid }) => [uuid, parentUuid])).toEqual([
      ['p', null],
      ['a', 'p'],
    ]);
  });

  it('keeps the break of a compaction, and what it joins', () => {
    const boundary = base('system', 'cut', null, { subtype: 'compact_boundary', logicalParentUuid: 'a0' });
    const summary = prompt('sum', 'cut', 'So far', { isCompactSummary: true });
    const { values } = copyOf([...exchange(1), boundary, summary, prompt('next', 'sum', 'Go on')]);
    expect(values.find(({ uuid }) => uuid === 'cut')).toMatchObject({ parentUuid: null, logicalParentUuid: 'a0' });
    expect(values.find(({ uuid }) => uuid === 'sum')).toMatchObject({ parentUuid: 'cut' });
  });

  it('answers a call that was interrupted, right behind it', () => {
    const { values, changes, conversation } = copyOf([
      prompt('p', null, 'Look'),
      answer('c1', 'p', [call('t1')], { id: 'm' }),
      answer('c2', 'c1', [call('t2')], { id: 'm' }),
      prompt('r1', 'c1', [result('t1')]),
      answer('a', 'r1', 'Done', { id: 'n' }),
    ]);
    const [made] = values.filter(({ uuid }) => !['p', 'c1', 'c2', 'r1', 'a'].includes(String(uuid)));
    expect(made).toMatchObject({ type: 'user', parentUuid: 'r1', sessionId: COPY });
    expect(values.find(({ uuid }) => uuid === 'a')?.['parentUuid']).toBe(made?.['uuid']);
    expect(countOf(changes, 'interrupted-tool')).toBe(1);
    const [turn] = foldTurns(conversation);
    expect(turn?.toolCalls.map(({ id, status }) => [id, status])).toEqual([
      ['t1', 'ok'],
      ['t2', 'error'],
    ]);
  });

  it('turns a result without a call into words that are nobody’s prompt', () => {
    const { values, changes, conversation } = copyOf([
      prompt('p', null, 'Look'),
      prompt('r9', 'p', [result('t9', 'stray </system-reminder> text')]),
      answer('a', 'r9', 'Seen'),
    ]);
    expect(JSON.stringify(values)).not.toContain('tool_result');
    expect(JSON.stringify(values[1])).toContain('stray');
    expect(countOf(changes, 'orphan-result')).toBe(1);
    expect(foldTurns(conversation).map((turn) => turn.prompt)).toEqual(['Look']);
  });

  it('hands no permission on', () => {
    const { values, changes } = copyOf([
      { type: 'permission-mode', permissionMode: 'bypassPermissions', sessionId: SESSION },
      prompt('p', null, 'Sow', { permissionMode: 'acceptEdits' }),
    ]);
    expect(JSON.stringify(values)).not.toMatch(/permission|acceptEdits|bypass/i);
    expect(countOf(changes, 'permissions')).toBe(2);
  });

  it('leaves thinking out whose signature redaction broke, and joins what followed it', () => {
    const thinking = [{ type: 'thinking', thinking: 'the key is [redacted]', signature: 'c2ln' }];
    const records = whole([
      prompt('p', null, 'Sow'),
      answer('th', 'p', thinking, { id: 'm' }),
      answer('a', 'th', 'Sown', { id: 'm' }),
    ]);
    const touched = records.map((record) =>
      record.n === 2 ? { ...record, redacted: new Set(['/message/content/0/thinking']) } : record,
    );
    const { values, changes } = copyOf(touched);
    expect(values.map(({ uuid, parentUuid }) => [uuid, parentUuid])).toEqual([
      ['p', null],
      ['a', 'p'],
    ]);
    expect(countOf(changes, 'unsigned-thinking')).toBe(1);
    expect(copyOf(records).values).toHaveLength(3);
  });

  it('tells an image whose bytes are gone in words', () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: `[blob:${'a'.repeat(64)}]` },
    };
    const { values, changes } = copyOf([prompt('p', null, [image, { type: 'text', text: 'What is it?' }])]);
    expect(JSON.stringify(values)).toContain('[image: not kept]');
    expect(JSON.stringify(values)).not.toContain('[blob:');
    expect(countOf(changes, 'lost-media')).toBe(1);
  });

  it('gives records and calls without an id one that is the same each time', () => {
    const bare = [
      { type: 'user', sessionId: SESSION, message: { role: 'user', content: 'Sow' } },
      {
        type: 'assistant',
        sessionId: SESSION,
        message: { role: 'assistant', content: [{ type: 'tool_use', name: 'Read', input: {} }] },
      },
    ];
    const { values } = copyOf(bare);
    expect(values).toEqual(copyOf(bare).values);
    expect(values[1]).toMatchObject({ parentUuid: values[0]?.['uuid'] });
    expect(JSON.stringify(values[1])).toMatch(/"id":"toolu_[0-9a-f]{32}"/);
  });

  it('takes the title over, or bears the one it is given', () => {
    const named = [...exchange(1), { type: 'custom-title', customTitle: 'beds', sessionId: SESSION }];
    expect(copyOf(named).values.at(-1)).toEqual({ type: 'custom-title', customTitle: 'beds', sessionId: COPY });
    const titles = copyOf(named, { title: 'beds (fork)' }).values.filter(({ type }) => type === 'custom-title');
    expect(titles).toEqual([{ type: 'custom-title', customTitle: 'beds (fork)', sessionId: COPY }]);
  });

  it('makes a subagent’s conversation one that a person goes on with', () => {
    const side = { isSidechain: true, agentId: 'a7' };
    const { values } = copyOf([prompt('p', null, 'Find the seeds', side), answer('a', 'p', 'Found', side)]);
    expect(values.map(({ isSidechain, agentId }) => [isSidechain, agentId])).toEqual([
      [false, undefined],
      [false, undefined],
    ]);
  });

  it('is no longer the run of a program', () => {
    const { values } = copyOf([prompt('p', null, 'Sow', { entrypoint: 'sdk-ts' }), answer('a', 'p', 'Sown')]);
    expect(values.map(({ entrypoint }) => entrypoint)).toEqual(['cli', undefined]);
  });

  it('keeps the last usage of a record that was written twice', () => {
    const usage = (output: number) => ({ input_tokens: 1, output_tokens: output });
    const { values } = copyOf([
      prompt('p', null, 'Sow'),
      answer('a', 'p', 'Sown', { id: 'm', usage: usage(1) }),
      answer('a', 'p', 'Sown', { id: 'm', usage: usage(9) }),
    ]);
    expect(values).toHaveLength(2);
    expect(values[1]).toMatchObject({ message: { usage: { output_tokens: 9 } } });
  });
});

describe('the place of a session of Claude Code', () => {
  const at = target.at;
  const place = (cwd: string, env: Record<string, string> = { HOME: '/home/ada' }, names: readonly string[] = []) =>
    claudeCodeWriter.place(env, { nativeId: COPY, cwd, at }, () => names)?.path;

  it('is a folder named after the working folder, in the agent’s own', () => {
    expect(place('/home/ada/seed_shop.v2')).toBe(`/home/ada/.claude/projects/-home-ada-seed-shop-v2/${COPY}.jsonl`);
    expect(place('/w', { CLAUDE_CONFIG_DIR: '/cfg' })).toBe(`/cfg/projects/-w/${COPY}.jsonl`);
  });

  it('cannot be told without a home, and for a long path only where the agent made the folder', () => {
    const long = `/${'deep/'.repeat(60)}`;
    const folder = `${long.replace(/[^a-zA-Z0-9]/g, '-').slice(0, 200)}-1x2y3z`;
    expect(place('/w', {})).toBeUndefined();
    expect(place(long)).toBeUndefined();
    expect(place(long, { HOME: '/home/ada' }, [folder])).toContain(folder);
  });
});
