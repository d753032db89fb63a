/** Agents of an invented day: each runs its hooks one after another and writes the transcript that belongs to them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loomAsync, type Run, type Sandbox } from './case-sandbox.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface FakeAgent {
  readonly word: 'claude-code' | 'codex';
  readonly nativeId: string;
  readonly cwd: string;
  /** Newer versions give a prompt a key. */
  readonly keyed: boolean;
  readonly turns: number;
}

export const QUIET = { LOOM_CAPTURE_SYNC: 'off' };

/** Runs one hook call to its end. */
export function hook(box: Sandbox, word: string, payload: Fields, env: Fields = {}): Promise<Run> {
  return loomAsync(box, ['hook', word], { input: JSON.stringify(payload), env: { ...QUIET, ...env } as never });
}

function now(): string {
  return new Date().toISOString();
}

export function promptFor(agent: FakeAgent, turn: number): string {
  return `${agent.nativeId.slice(0, 4)}: raise the tide to ${turn}`;
}

function callId(agent: FakeAgent, turn: number, kind: string): string {
  return `call-${agent.nativeId.slice(0, 4)}-${turn}-${kind}`;
}

const TOOLS = { 'claude-code': ['Edit', 'Bash'], codex: ['apply_patch', 'shell'] } as const;

interface Day {
  readonly runs: Run[];
  readonly records: Fields[];
  parent: string | null;
}

/** A record of Claude Code, linked to the one before. */
function claudeRecord(agent: FakeAgent, day: Day, type: string, more: Fields): void {
  const uuid = `${agent.nativeId.slice(0, 8)}-0000-4000-8000-${String(day.records.length).padStart(12, '0')}`;
  const { nativeId: sessionId, cwd } = agent;
  const base = { parentUuid: day.parent, isSidechain: false, sessionId, cwd, version: '2.1.150', gitBranch: 'main' };
  day.records.push({ type, uuid, timestamp: now(), ...base, ...more });
  day.parent = uuid;
}

function claudeTurn(agent: FakeAgent, day: Day, turn: number): void {
  const text = promptFor(agent, turn);
  const promptId = agent.keyed ? { promptId: `prompt-${turn}` } : {};
  claudeRecord(agent, day, 'user', { message: { role: 'user', content: text }, ...promptId });
  for (const [index, name] of TOOLS['claude-code'].entries()) {
    const id = callId(agent, turn, name);
    const input = index === 0 ? { file_path: join(agent.cwd, 'tide.ts') } : { command: 'npm test' };
    const use = { role: 'assistant', model: 'claude-harbour-1', content: [{ type: 'tool_use', id, name, input }] };
    claudeRecord(agent, day, 'assistant', { message: use });
    const result = { type: 'tool_result', tool_use_id: id, content: 'done', is_error: index === 1 };
    claudeRecord(agent, day, 'user', { message: { role: 'user', content: [result] } });
  }
  const said = [{ type: 'text', text: `tide ${turn} it is` }];
  claudeRecord(agent, day, 'assistant', { message: { role: 'assistant', model: 'claude-harbour-1', content: said } });
}

function codexLine(day: Day, type: string, payload: Fields): void {
  day.records.push({ timestamp: now(), type, payload });
}

function codexTurn(agent: FakeAgent, day: Day, turn: number): void {
  if (turn === 0) {
    const head = { id: agent.nativeId, timestamp: now(), cwd: agent.cwd, originator: 'codex_cli_rs' };
    codexLine(day, 'session_meta', { ...head, cli_version: '0.128.0', source: 'cli', model_provider: 'acme' });
  }
  const text = promptFor(agent, turn);
  codexLine(day, 'turn_context', { turn_id: `turn-${turn}`, cwd: agent.cwd, model: 'tulip-5' });
  const content = [{ type: 'input_text', text }];
  codexLine(day, 'response_item', { type: 'message', role: 'user', content });
  codexLine(day, 'event_msg', { type: 'user_message', message: text, images: [] });
  for (const name of TOOLS.codex) {
    const call_id = callId(agent, turn, name);
    const args = JSON.stringify({ command: ['npm', 'test'] });
    codexLine(day, 'response_item', { type: 'function_call', name, arguments: args, call_id });
    codexLine(day, 'response_item', { type: 'function_call_output', call_id, output: 'done' });
  }
  const said = [{ type: 'output_text', text: `tide ${turn} it is` }];
  codexLine(day, 'response_item', { type: 'message', role: 'assistant', content: said });
}

async function liveTurn(box: Sandbox, agent: FakeAgent, day: Day, turn: number): Promise<void> {
  const { word, nativeId: session_id, cwd } = agent;
  const key = word === 'codex' ? { turn_id: `turn-${turn}` } : agent.keyed ? { prompt_id: `prompt-${turn}` } : {};
  const send = async (more: Fields) => {
    day.runs.push(await hook(box, word, { session_id, cwd, ...key, ...more }));
  };
  await send({ hook_event_name: 'UserPromptSubmit', prompt: promptFor(agent, turn) });
  if (word === 'codex') codexTurn(agent, day, turn);
  else claudeTurn(agent, day, turn);
  const [edit, shell] = TOOLS[word];
  const call = (name: string) => ({ tool_use_id: callId(agent, turn, name), tool_name: name });
  const input = { file_path: join(cwd, 'tide.ts') };
  await send({ hook_event_name: 'PostToolUse', ...call(edit), tool_input: input, duration_ms: 3 });
  const failed = word === 'codex' ? 'PostToolUse' : 'PostToolUseFailure';
  await send({ hook_event_name: failed, ...call(shell), tool_input: { command: 'npm test' } });
  await send({ hook_event_name: 'Stop', last_assistant_message: `tide ${turn} it is` });
}

function transcriptPath(box: Sandbox, { word, nativeId, cwd }: FakeAgent): string {
  if (word === 'claude-code')
    return join(box.home, '.claude', 'projects', cwd.replaceAll('/', '-'), `${nativeId}.jsonl`);
  return join(box.home, '.codex', 'sessions', '2026', '11', '30', `rollout-2026-11-30T09-00-00-${nativeId}.jsonl`);
}

/** Lives one agent's day: `turns * 4 + 4` hook calls. Its transcript is on disk at the end. */
export async function liveDay(box: Sandbox, agent: FakeAgent): Promise<readonly Run[]> {
  const day: Day = { runs: [], records: [], parent: null };
  const { word, nativeId: session_id, cwd } = agent;
  const send = async (more: Fields) => {
    day.runs.push(await hook(box, word, { session_id, cwd, ...more }));
  };
  await send({ hook_event_name: 'SessionStart', source: 'startup' });
  for (let turn = 0; turn < agent.turns; turn += 1) await liveTurn(box, agent, day, turn);
  await send({ hook_event_name: 'PreCompact', trigger: 'auto' });
  await send({ hook_event_name: 'PostCompact', trigger: 'auto' });
  if (word === 'claude-code')
    claudeRecord(agent, day, 'system', { subtype: 'compact_boundary', compactMetadata: { trigger: 'auto' } });
  else codexLine(day, 'compacted', { message: 'the tide was raised' });
  await send({ hook_event_name: 'SessionEnd', reason: 'logout' });
  const path = transcriptPath(box, agent);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, day.records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return day.runs;
}
