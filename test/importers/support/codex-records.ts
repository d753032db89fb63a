import type { KeptRecord } from '../../../src/app/ports/transcripts.ts';
import { codexImporter } from '../../../src/importers/codex/codex-importer.ts';
import { keepAll } from '../../contract/hostile-records.ts';
import type { Fields } from './claude-records.ts';

/** The session of these tests; its id carries the time at which it began. */
export const THREAD = '019ca8e1-3a80-7000-8000-000000000001';
export const PARENT_THREAD = '019ca8c0-0000-7000-8000-000000000001';
export const NAME = `sessions/2026/03/01/rollout-2026-03-01T09-00-00-${THREAD}.jsonl`;

/** Id of a turn that began so many minutes after the session, or before it. */
export function turnId(minutes: number): string {
  const millis = 0x019ca8e13a80 + minutes * 60_000;
  const hex = millis.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-0000000000aa`;
}

/** A line with an envelope, so many seconds after the session began. */
export function line(type: string, payload: Fields, seconds = 0): Fields {
  return { timestamp: new Date(Date.UTC(2026, 2, 1, 9, 0, seconds)).toISOString(), type, payload };
}

export function header(more: Fields = {}): Fields {
  return line('session_meta', {
    id: THREAD,
    timestamp: '2026-03-01T09:00:00.000Z',
    cwd: '/home/ada/seed-shop',
    originator: 'codex_cli_rs',
    cli_version: '0.128.0',
    source: 'cli',
    model_provider: 'acme',
    git: { commit_hash: 'a'.repeat(40), branch: 'spring', repository_url: 'git@example.com:ada/seed-shop.git' },
    ...more,
  });
}

export function context(turn: string, more: Fields = {}, seconds = 1): Fields {
  const sandbox = { type: 'workspace-write', network_access: false };
  const settings = { approval_policy: 'on-request', sandbox_policy: sandbox, model: 'tulip-5', effort: 'medium' };
  return line('turn_context', { turn_id: turn, cwd: '/home/ada/seed-shop', ...settings, ...more }, seconds);
}

export function item(payload: Fields, seconds = 2): Fields {
  return line('response_item', payload, seconds);
}

export function event(payload: Fields, seconds = 2): Fields {
  return line('event_msg', payload, seconds);
}

/** What a person typed, as the item for the model and the event beside it. */
export function typed(text: string, seconds = 2): Fields[] {
  const content = [{ type: 'input_text', text }];
  return [
    item({ type: 'message', role: 'user', content }, seconds),
    event({ type: 'user_message', message: text, images: [] }, seconds),
  ];
}

/** What the model said, as the event and the item beside it. */
export function said(text: string, seconds = 3): Fields[] {
  return [
    event({ type: 'agent_message', message: text }, seconds),
    item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }, seconds),
  ];
}

export function call(id: string, name: string, input: unknown, seconds = 4): Fields {
  return item({ type: 'function_call', name, arguments: JSON.stringify(input), call_id: id }, seconds);
}

export function output(id: string, text: unknown, seconds = 5): Fields {
  return item({ type: 'function_call_output', call_id: id, output: text }, seconds);
}

export function counted(input: number, out: number, seconds = 6): Fields {
  const usage = { input_tokens: input, cached_input_tokens: input / 2, output_tokens: out, reasoning_output_tokens: 1 };
  return event({ type: 'token_count', info: { total_token_usage: usage, last_token_usage: usage } }, seconds);
}

/** A turn: its start, settings, prompt and answer. */
export function turn(minutes: number, ask: string, answer: string): Fields[] {
  const id = turnId(minutes);
  const at = minutes * 60;
  return [
    event({ type: 'task_started', turn_id: id }, at),
    context(id, {}, at + 1),
    ...typed(ask, at + 2),
    ...said(answer, at + 3),
    event({ type: 'task_complete', turn_id: id, last_agent_message: answer }, at + 4),
  ];
}

/** Keeps records as an import would, in order, one source line each. */
export function keep(records: readonly Fields[]): readonly KeptRecord[] {
  return keepAll(codexImporter, records);
}
