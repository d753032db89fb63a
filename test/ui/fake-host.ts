/** A host of invented sessions and records, which notes what it is asked for. */
import { parseMemoryId, parseSessionId } from '../../src/kernel/ids.ts';
import type { MemoryRow, SessionRow, UiAction, UiHost, UiStart } from '../../src/ui/ui-host.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

function idOf(n: number): string {
  const digits = [...String(n)].map((digit) => ALPHABET[Number(digit)]).join('');
  return digits.padStart(16, 'k');
}

export function sessionId(n: number) {
  const id = parseSessionId(idOf(n));
  if (id === undefined) throw new Error(`no session id: ${idOf(n)}`);
  return id;
}

export function memoryId(n: number) {
  const id = parseMemoryId(idOf(n));
  if (id === undefined) throw new Error(`no memory id: ${idOf(n)}`);
  return id;
}

export function sessionRow(n: number, more: Partial<SessionRow> = {}): SessionRow {
  return {
    id: sessionId(n),
    shortId: sessionId(n).slice(0, 8),
    title: `Tide table ${n}`,
    agent: 'claude-code',
    project: 'harbour',
    at: '2026-11-01T10:00:00.000Z',
    when: '2h ago',
    prompts: n,
    pinned: false,
    archived: false,
    deleted: false,
    active: false,
    kind: '',
    ...more,
  };
}

export function memoryRow(n: number, more: Partial<MemoryRow> = {}): MemoryRow {
  return {
    id: memoryId(n),
    kind: 'decision',
    status: 'proposed',
    text: `Gauges are read at ${n} o'clock`,
    source: 'codex kkkkkkk1',
    when: '3d ago',
    pinned: false,
    instructionShaped: false,
    ...more,
  };
}

export const START: UiStart = { purpose: 'browse', everyProject: false, agent: null, tab: 'sessions', words: '' };

export interface FakeHost {
  readonly host: UiHost;
  readonly actions: UiAction[];
  readonly questions: string[];
}

export interface FakePlan {
  readonly sessions?: readonly SessionRow[];
  readonly memories?: readonly MemoryRow[];
  readonly start?: Partial<UiStart>;
  readonly host?: Partial<UiHost>;
}

export function fakeHost({ sessions = [], memories = [], start = {}, host = {} }: FakePlan): FakeHost {
  const actions: UiAction[] = [];
  const questions: string[] = [];
  const made: UiHost = {
    sessions: async (question, offset, limit) => {
      questions.push(`${question.words}|${question.state}|${question.agent ?? '-'}|${offset}`);
      const found = sessions.filter(({ title }) => title.includes(question.words));
      const rows = found.slice(offset, offset + limit);
      return { rows, total: found.length, complete: offset + rows.length >= found.length };
    },
    agents: async () => ['claude-code', 'codex'],
    preview: async (session) => [{ text: `preview of ${session}` }],
    judge: async (session) => ({
      verdict: 'ready',
      tone: 'good',
      lines: [{ text: `ready: nothing differs for ${session}` }],
    }),
    compare: async (a, b) => [{ text: `${a} beside ${b}` }],
    purgePlan: async (session) => [{ text: `a purge erases ${session}` }],
    memories: async ({ section }) => ({
      rows: section === 'accepted' || section === 'review' ? memories : [],
      total: null,
      complete: true,
    }),
    record: async (row) => [{ text: `record ${row.id}` }],
    review: async (memory) => ({ lines: [{ text: `proposal ${memory}` }], nearest: 'abcd2345' }),
    act: async (action) => {
      actions.push(action);
      return { ok: true, message: `did ${action.type}`, undo: null };
    },
    explain: (error) => (error instanceof Error ? error.message : String(error)),
    divertNotices: () => undefined,
    terminal: { input: process.stdin, output: process.stdout, color: false, unicode: true },
    start: { ...START, ...start },
    ...host,
  };
  return { host: made, actions, questions };
}
