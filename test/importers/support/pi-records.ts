import type { KeptRecord } from '../../../src/app/ports/transcripts.ts';
import { piImporter } from '../../../src/importers/pi/pi-importer.ts';
import { keepAll } from '../../contract/hostile-records.ts';
import type { Fields } from './claude-records.ts';

export const GARDEN = '6a2dea00-0000-4000-8000-000000000001';
export const NAME = `.pi/agent/sessions/--home-ada-seed-shop--/2026-03-01T09-00-00-000Z_${GARDEN}.jsonl`;

/** A time so many seconds after the session began. */
export function at(seconds: number): string {
  return new Date(Date.UTC(2026, 2, 1, 9, 0, seconds)).toISOString();
}

export function header(more: Fields = {}): Fields {
  return { type: 'session', version: 3, id: GARDEN, timestamp: at(0), cwd: '/home/ada/seed-shop', ...more };
}

export function entry(type: string, id: string, parentId: string | null, more: Fields = {}): Fields {
  return { type, id, parentId, timestamp: at(secondsOf(id)), ...more };
}

/** Entries of these tests are named by a letter and a number; the number is their time. */
function secondsOf(id: string): number {
  return Number(/\d+/.exec(id)?.[0] ?? 0);
}

export function message(id: string, parentId: string | null, body: Fields): Fields {
  return entry('message', id, parentId, { message: body });
}

export function ask(id: string, parentId: string | null, text: string): Fields {
  return message(id, parentId, { role: 'user', content: [{ type: 'text', text }] });
}

export function answer(
  id: string,
  parentId: string | null,
  content: string | readonly Fields[],
  more: Fields = {},
): Fields {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const usage = { input: 10, output: 5, cacheRead: 2, cacheWrite: 1, totalTokens: 18 };
  const body = { role: 'assistant', provider: 'acme', model: 'tulip-5', content: blocks, usage, stopReason: 'stop' };
  return message(id, parentId, { ...body, ...more });
}

export function call(id: string, name: string, args: Fields): Fields {
  return { type: 'toolCall', id, name, arguments: args };
}

export function result(id: string, parentId: string | null, toolCallId: string, more: Fields = {}): Fields {
  const content = [{ type: 'text', text: 'fine' }];
  return message(id, parentId, { role: 'toolResult', toolCallId, toolName: 'bash', content, isError: false, ...more });
}

/** The first line of an omp file: 256 bytes, written again in place. */
export function titleSlot(title: string, seconds = -1): string {
  const text = (pad: string): string =>
    JSON.stringify({ type: 'title', v: 1, title, source: 'auto', updatedAt: at(seconds), pad });
  return `${text(' '.repeat(255 - Buffer.byteLength(text(''))))}\n`;
}

export function linesOf(records: readonly Fields[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Keeps records as an import would, in order, one source line each. */
export function keep(records: readonly Fields[]): readonly KeptRecord[] {
  return keepAll(piImporter, records);
}
