/** Invented transcripts in the shape Claude Code writes: one JSON record a line, linked by `parentUuid`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type ClaudeRecord = Record<string, unknown>;

export interface ClaudePlan {
  readonly sessionId: string;
  readonly cwd: string;
  /** Number of prompts, each with one answer. */
  readonly pairs: number;
  readonly start?: string;
  readonly stepSeconds?: number;
  readonly prompt?: (index: number) => string;
  readonly answer?: (index: number) => string;
  /** Fields added to every record. */
  readonly extra?: ClaudeRecord;
  readonly title?: string;
  /** Prefix of record ids; sessions that share no record need different ones. */
  readonly seed?: string;
}

const defaultStart = '2026-02-10T08:00:00.000Z';

/** Native id number `n`, in the shape of a UUID. */
export function nativeId(n: number): string {
  return `${n.toString(16).padStart(8, '0')}-5a5a-4b4b-8c8c-7d7d7d7d7d7d`;
}

export function promptOf(index: number): string {
  return `Read tide gauge ${index} at the north pier`;
}

export function answerOf(index: number): string {
  return `Gauge ${index} shows ${index * 7 + 3} centimetres over datum`;
}

/** Record id number `index` of a session. */
export function recordId(plan: Pick<ClaudePlan, 'sessionId' | 'seed'>, index: number): string {
  return `${(plan.seed ?? plan.sessionId).slice(0, 8)}-0c0c-4d4d-8e8e-${index.toString(16).padStart(12, '0')}`;
}

/** The instant `seconds` after `start`, as the agent writes it. */
export function later(start: string, seconds: number): string {
  return new Date(Date.parse(start) + seconds * 1000).toISOString();
}

function message(role: string, text: string, id: string): ClaudeRecord {
  if (role === 'user') return { role, content: text };
  const usage = { input_tokens: 11, output_tokens: 5, cache_read_input_tokens: 2, cache_creation_input_tokens: 1 };
  return {
    id: `msg_${id}`,
    type: 'message',
    role,
    model: 'claude-harbour-1',
    content: [{ type: 'text', text }],
    usage,
  };
}

/** The records of a plain conversation: prompt, answer, prompt, answer, … */
export function claudeRecords(plan: ClaudePlan): ClaudeRecord[] {
  const records: ClaudeRecord[] = [];
  for (let index = 0; index < plan.pairs * 2; index += 1) {
    const role = index % 2 === 0 ? 'user' : 'assistant';
    const pair = Math.floor(index / 2);
    const text = role === 'user' ? (plan.prompt ?? promptOf)(pair) : (plan.answer ?? answerOf)(pair);
    const uuid = recordId(plan, index);
    records.push({
      type: role,
      uuid,
      parentUuid: index === 0 ? null : recordId(plan, index - 1),
      isSidechain: false,
      userType: 'external',
      cwd: plan.cwd,
      sessionId: plan.sessionId,
      version: '2.1.150',
      gitBranch: 'main',
      timestamp: later(plan.start ?? defaultStart, index * (plan.stepSeconds ?? 20)),
      message: message(role, text, uuid),
      ...plan.extra,
    });
  }
  if (plan.title !== undefined) records.push(titleRecord(plan.sessionId, plan.title));
  return records;
}

export function titleRecord(sessionId: string, customTitle: string): ClaudeRecord {
  return { type: 'custom-title', customTitle, sessionId };
}

export function toLines(records: readonly unknown[]): string[] {
  return records.map((record) => JSON.stringify(record));
}

/** Writes text or bytes, making folders as needed, and gives the path. */
export function writeSource(file: string, content: string | Buffer): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

export function writeRecords(file: string, records: readonly unknown[]): string {
  return writeSource(file, `${toLines(records).join('\n')}\n`);
}

/** Writes one plain session to `<folder>/<sessionId>.jsonl`. */
export function writeSession(folder: string, plan: ClaudePlan): string {
  return writeRecords(join(folder, `${plan.sessionId}.jsonl`), claudeRecords(plan));
}

/** Writes `count` sessions of one pair, native ids `from`…, one minute apart. */
export function writeMany(folder: string, options: { count: number; cwd: string; from?: number }): string[] {
  const from = options.from ?? 1;
  return Array.from({ length: options.count }, (_, index) => {
    const start = later(defaultStart, index * 60);
    return writeSession(folder, { sessionId: nativeId(from + index), cwd: options.cwd, pairs: 1, start });
  });
}

/** The places Claude Code uses under a home folder. */
export function claudeProjects(home: string, slug = '-harbour'): string {
  return join(home, '.claude', 'projects', slug);
}

/** Records of a tool round: prompt, call, result, closing answer. */
export function toolRound(
  plan: Omit<ClaudePlan, 'pairs'>,
  tool: { name: string; input: unknown; output: unknown },
): ClaudeRecord[] {
  const base = claudeRecords({ ...plan, pairs: 2 });
  const [ask, call, result, close] = base as [ClaudeRecord, ClaudeRecord, ClaudeRecord, ClaudeRecord];
  const use = { type: 'tool_use', id: `toolu_${recordId(plan, 1)}`, name: tool.name, input: tool.input };
  const reply = { type: 'tool_result', tool_use_id: use.id, content: tool.output, is_error: false };
  const called = { ...(call['message'] as ClaudeRecord), content: [use] };
  return [ask, { ...call, message: called }, { ...result, message: { role: 'user', content: [reply] } }, close];
}
