import { describe, expect, it } from 'vitest';
import type { NativeTarget, WholeRecord } from '../../../src/app/ports/native-writer.ts';
import { foldTurns } from '../../../src/domain/turns.ts';
import { codexWriter } from '../../../src/importers/codex/native-writer.ts';
import { normalizeCodex } from '../../../src/importers/codex/normalize.ts';
import type { IsoTime } from '../../../src/kernel/ids.ts';

type Fields = Readonly<Record<string, unknown>>;

const at = '2026-03-01T09:00:00.000Z' as IsoTime;
const target: NativeTarget = { nativeId: '0198c0de-0000-7000-8000-000000000002', cwd: '/home/ada/pond', at };

const line = (type: string, payload: Fields): Fields => ({ timestamp: at, type, payload });
const words = (role: string, text: string): Fields =>
  line('response_item', {
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  });

const header = line('session_meta', {
  id: '0198c0de-0000-7000-8000-000000000001',
  timestamp: at,
  cwd: '/home/ada/old-pond',
  originator: 'codex_exec',
  cli_version: '0.128.0',
  source: 'exec',
  model_provider: 'openai',
});

function whole(records: readonly Fields[]): WholeRecord[] {
  const none: ReadonlySet<string> = new Set();
  return records.map((record, index) => ({
    n: index + 1,
    generation: 1,
    at,
    agent: 'codex',
    sourceLine: index + 1,
    record,
    subs: [],
    current: true,
    redacted: none,
    lost: none,
  }));
}

function copyOf(records: readonly Fields[], wish: { readonly turns?: number; readonly title?: string } = {}) {
  const original = whole(records);
  const conversation = normalizeCodex(original);
  const turns = foldTurns(conversation).slice(0, wish.turns);
  const path = wish.turns === undefined ? null : turns.flatMap(({ messageIds }) => messageIds);
  const named = wish.title === undefined ? target : { ...target, title: wish.title };
  const copy = codexWriter.copy({ records: original, conversation, path, media: () => undefined }, named);
  const values = copy.records.map(({ value }) => value as { type: string; payload: Fields });
  return { values, changes: copy.changes, turns: foldTurns(normalizeCodex(whole(values as unknown as Fields[]))) };
}

describe('a copy of a session of Codex', () => {
  it('has a header of its own that names where it came from, and what else the header said', () => {
    const { values } = copyOf([header, words('user', 'Feed the fish'), words('assistant', 'Fed')]);
    expect(values[0]?.payload).toMatchObject({
      id: target.nativeId,
      forked_from_id: '0198c0de-0000-7000-8000-000000000001',
      cwd: '/home/ada/pond',
      source: 'cli',
      originator: 'codex_cli_rs',
      model_provider: 'openai',
    });
    expect(values.filter(({ type }) => type === 'session_meta')).toHaveLength(1);
  });

  it('hands no permission on', () => {
    const context = { approval_policy: 'never', sandbox_policy: { type: 'danger-full-access' }, model: 'gpt-lily' };
    const { values, changes } = copyOf([header, line('turn_context', context), words('user', 'Feed')]);
    expect(values[1]?.payload).toEqual({
      approval_policy: 'untrusted',
      sandbox_policy: { type: 'read-only' },
      model: 'gpt-lily',
    });
    expect(changes).toContainEqual({ code: 'permissions', count: 1 });
  });

  it('ends where it is asked to', () => {
    const records = [
      header,
      words('user', 'Feed'),
      words('assistant', 'Fed'),
      words('user', 'Clean'),
      words('assistant', 'Clear'),
    ];
    const { turns } = copyOf(records, { turns: 1 });
    expect(turns.map(({ prompt, answer }) => [prompt, answer])).toEqual([['Feed', 'Fed']]);
  });

  it('wraps records of before the envelope, and says which of them a person typed', () => {
    const { values, turns } = copyOf([
      { id: '0198c0de-0000-7000-8000-000000000001', timestamp: at, instructions: null, git: {} },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Feed' }] },
    ]);
    expect(values.map(({ type }) => type)).toEqual(['session_meta', 'response_item', 'event_msg']);
    expect(values[2]?.payload).toMatchObject({ type: 'user_message', message: 'Feed' });
    expect(turns.map(({ prompt }) => prompt)).toEqual(['Feed']);
  });

  it('bears a title where it is given one', () => {
    const { values } = copyOf([header, words('user', 'Feed')], { title: 'pond (fork)' });
    expect(values.at(-1)?.payload).toMatchObject({ type: 'thread_name_updated', thread_name: 'pond (fork)' });
  });
});

it('a session of Codex lies in the folder of its day, its id in its name', () => {
  const place = codexWriter.place({ HOME: '/home/ada' }, { nativeId: target.nativeId, cwd: '/w', at }, () => []);
  expect(place).toEqual({
    home: '/home/ada/.codex',
    path: `/home/ada/.codex/sessions/2026/03/01/rollout-2026-03-01T09-00-00-${target.nativeId}.jsonl`,
  });
  const random = (length: number): Uint8Array => new Uint8Array(length).fill(7);
  expect(codexWriter.mintNativeId(random, Date.parse(at))).toMatch(/^019[0-9a-f]{5}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
});
