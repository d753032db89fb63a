import { describe, expect, it } from 'vitest';
import type { NativeTarget, WholeRecord } from '../../../src/app/ports/native-writer.ts';
import { foldTurns } from '../../../src/domain/turns.ts';
import { piWriter } from '../../../src/importers/pi/native-writer.ts';
import { piImporter } from '../../../src/importers/pi/pi-importer.ts';
import type { IsoTime } from '../../../src/kernel/ids.ts';

type Fields = Readonly<Record<string, unknown>>;

const at = '2026-03-01T09:00:00.000Z' as IsoTime;
const target: NativeTarget = { nativeId: 'cafe0000-0000-4000-8000-000000000002', cwd: '/home/ada/pond', at };

const header: Fields = {
  type: 'session',
  version: 3,
  id: 'cafe0000-0000-4000-8000-000000000001',
  timestamp: at,
  cwd: '/old',
};
const entry = (id: string, parentId: string | null, message: Fields): Fields => ({
  type: 'message',
  id,
  parentId,
  timestamp: at,
  message,
});
const asks = (text: string): Fields => ({ role: 'user', content: text });
const says = (text: string): Fields => ({
  role: 'assistant',
  content: [{ type: 'text', text }],
  provider: 'p',
  model: 'm',
});

function whole(records: readonly Fields[], redacted: readonly string[] = []): WholeRecord[] {
  return records.map((record, index) => ({
    n: index + 1,
    generation: 1,
    at,
    agent: 'pi',
    sourceLine: index + 1,
    record,
    subs: [],
    current: true,
    redacted: new Set(redacted),
    lost: new Set<string>(),
  }));
}

function copyOf(original: WholeRecord[], path: readonly string[] | null = null, named: NativeTarget = target) {
  const conversation = piImporter.normalize(original);
  const copy = piWriter.copy({ records: original, conversation, path, media: () => undefined }, named);
  const values = copy.records.map(({ value }) => value as Fields);
  return { values, changes: copy.changes, turns: foldTurns(piImporter.normalize(whole(values))) };
}

const pond = [
  header,
  { type: 'model_change', id: 'm1', parentId: null, timestamp: at, provider: 'p', modelId: 'm' },
  entry('u1', 'm1', asks('Feed')),
  entry('a1', 'u1', says('Fed')),
  entry('u2', 'a1', asks('Clean')),
  entry('a2', 'u2', says('Clear')),
  entry('u3', 'a1', asks('Plant')),
  entry('a3', 'u3', says('Planted')),
];

describe('a copy of a session of pi', () => {
  it('has a header of its own that names where it came from', () => {
    const { values } = copyOf(whole(pond));
    expect(values[0]).toMatchObject({
      id: target.nativeId,
      cwd: '/home/ada/pond',
      parentSession: 'cafe0000-0000-4000-8000-000000000001',
      version: 3,
    });
    expect(values).toHaveLength(pond.length);
  });

  it('is the one line that leads to its end, with what hangs between', () => {
    const { values, turns } = copyOf(whole(pond), ['u1', 'a1', 'u3', 'a3']);
    expect(values.slice(1).map(({ id }) => id)).toEqual(['m1', 'u1', 'a1', 'u3', 'a3']);
    expect(turns.map(({ prompt }) => prompt)).toEqual(['Feed', 'Plant']);
  });

  it('gives entries of the first version ids and parents, as the agent itself would', () => {
    const { id: _, version: __, ...oldHeader } = header;
    const plain = (message: Fields): Fields => ({ type: 'message', timestamp: at, message });
    const { values, turns } = copyOf(whole([{ ...oldHeader, id: 'old' }, plain(asks('Feed')), plain(says('Fed'))]));
    expect(values.map(({ id, parentId }) => [id, parentId])).toEqual([
      [target.nativeId, undefined],
      ['00000001', null],
      ['00000002', '00000001'],
    ]);
    expect(values[0]).toMatchObject({ version: 3 });
    expect(turns.map(({ prompt, answer }) => [prompt, answer])).toEqual([['Feed', 'Fed']]);
  });

  it('takes the signature from thinking that redaction changed', () => {
    const thought = entry('a1', null, {
      role: 'assistant',
      content: [{ type: 'thinking', thinking: '[redacted]', thinkingSignature: 'c2ln' }],
    });
    const { values, changes } = copyOf(whole([header, thought], ['/message/content/0/thinking']));
    expect(JSON.stringify(values)).not.toContain('thinkingSignature');
    expect(changes).toContainEqual({ code: 'unsigned-thinking', count: 1 });
  });

  it('bears a title where it is given one, behind the last entry', () => {
    const { values } = copyOf(whole(pond), null, { ...target, title: 'pond (fork)' });
    expect(values.at(-1)).toMatchObject({ type: 'session_info', name: 'pond (fork)', parentId: 'a3' });
  });
});

it('a session of pi lies in the folder of its working folder, its id in its name', () => {
  const session = { nativeId: target.nativeId, cwd: '/home/ada/pond', at };
  expect(piWriter.place({ HOME: '/home/ada' }, session, () => [])).toEqual({
    home: '/home/ada/.pi/agent',
    path: `/home/ada/.pi/agent/sessions/--home-ada-pond--/2026-03-01T09-00-00-000Z_${target.nativeId}.jsonl`,
  });
});
