import type { KeptRecord } from '../../../src/app/ports/transcripts.ts';
import { claudeFacts } from '../../../src/importers/claude-code/facts.ts';

/** The session every record of these tests belongs to, unless it says otherwise. */
export const SESSION = '5eed0000-0000-4000-8000-000000000001';

export type Fields = Readonly<Record<string, unknown>>;

/** Keeps records as an import would, in order, one source line each. */
export function keep(records: readonly Fields[]): KeptRecord[] {
  return records.map((record, index) => ({
    n: index + 1,
    generation: 1,
    at: claudeFacts(record).at,
    agent: 'claude-code',
    sourceLine: index + 1,
    record,
    subs: [],
    current: true,
  }));
}

/** A record with the base fields; `minute` sets its time. */
export function base(type: string, uuid: string, parentUuid: string | null, more: Fields = {}): Fields {
  return {
    type,
    uuid,
    parentUuid,
    isSidechain: false,
    sessionId: SESSION,
    cwd: '/home/ada/seed-shop',
    version: '2.1.99',
    gitBranch: 'main',
    timestamp: '2026-03-01T09:00:00.000Z',
    ...more,
  };
}

export function prompt(uuid: string, parentUuid: string | null, content: unknown, more: Fields = {}): Fields {
  return base('user', uuid, parentUuid, { message: { role: 'user', content }, ...more });
}

export function answer(
  uuid: string,
  parentUuid: string | null,
  content: unknown,
  more: Fields & { id?: string; usage?: unknown } = {},
): Fields {
  const { id, usage, model, ...rest } = more;
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const message = {
    role: 'assistant',
    model: model ?? 'claude-tulip',
    content: blocks,
    ...(id === undefined ? {} : { id }),
    ...(usage === undefined ? {} : { usage }),
  };
  return base('assistant', uuid, parentUuid, { message, ...rest });
}

export function call(id: string, name = 'Read', input: Fields = { file_path: '/home/ada/seed-shop/beds.ts' }): Fields {
  return { type: 'tool_use', id, name, input };
}

export function result(id: string, content: unknown = 'fine', more: Fields = {}): Fields {
  return { type: 'tool_result', tool_use_id: id, content, ...more };
}

/** Prompt and answer, `count` times, linked. Ids are `p0`, `a0`, `p1`, … */
export function exchange(count: number): Fields[] {
  return Array.from({ length: count }, (_, i) => [
    prompt(`p${i}`, i === 0 ? null : `a${i - 1}`, `Sow bed ${i}`),
    answer(`a${i}`, `p${i}`, `Bed ${i} is sown`),
  ]).flat();
}
