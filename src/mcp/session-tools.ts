import * as z from 'zod';
import type { AppContext } from '../app/context.ts';
import { listSessions } from '../app/list-sessions.ts';
import { type SessionDetails, showSession } from '../app/show-session.ts';
import { beginningOf } from '../domain/cut-text.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { Turn } from '../domain/turns.ts';
import type { Data } from './data-fence.ts';
import { type Reach, requireSession, scopeOf, tellable } from './reach.ts';
import { defineTool, type ToolCall } from './tool.ts';
import { agentInput, idInput, pageInput, present, projectInput, sinceInput, untilInput } from './tool-input.ts';
import { answerShape } from './tool-output.ts';

/** What is told of a session in a list. */
export function sessionData(app: AppContext, view: SessionView, reach: Reach): Data {
  const { id, agent, title, status, archived, startedAt, updatedAt, branch, worktree, models, counts, trust } = view;
  const { prompts, answers, toolCalls, toolErrors, children } = counts;
  return {
    id,
    agent,
    title,
    state: archived ? 'archived' : status,
    trust,
    startedAt,
    updatedAt,
    branch,
    worktree,
    models,
    counts: { prompts, answers, toolCalls, toolErrors, children },
    parent: tellable(app, view.parent?.id ?? null, reach),
  };
}

const listInput = z.strictObject({
  agent: agentInput,
  since: sinceInput,
  until: untilInput,
  includeSubagents: z.boolean().default(false).describe('Subagent and headless sessions too.'),
  archived: z.boolean().default(false).describe('Only archived sessions.'),
  ...pageInput(100, 20),
  project: projectInput,
});

function list({ app, input, reach }: ToolCall<z.infer<typeof listInput>>) {
  const { agent, since, until, includeSubagents, archived, limit, offset } = input;
  const narrowing = present({ agent, since, until });
  const filter = { ...narrowing, ...(archived ? { archived } : {}), ...(includeSubagents ? { includeSubagents } : {}) };
  const rows = listSessions(app, scopeOf(reach), { ...filter, limit, offset }).rows();
  const sessions = rows.map((view) => sessionData(app, view, reach));
  return {
    data: { sessions, more: rows.length === limit },
    list: 'sessions',
    shown: { memories: [], hits: rows.length },
  };
}

/** Lists sessions. */
export const sessionsListTool = defineTool({
  name: 'sessions_list',
  title: 'List sessions',
  description: 'Lists the sessions of every coding agent in this project, newest first.',
  input: listInput,
  output: answerShape({ sessions: z.array(z.looseObject({ id: z.string() })) }),
  run: list,
});

const showInput = z.strictObject({
  session: idInput.describe('Session: id, unique beginning of it, the agent’s own id, title, or @last.'),
  turn: z.int().min(1).max(1_000_000).optional().describe('Only this turn (1 is the first), with longer texts.'),
  from: z.int().min(1).max(1_000_000).optional().describe('First turn of the page. Default: the last turns.'),
  turns: z.int().min(1).max(50).default(10).describe('Turns of the page.'),
  project: projectInput,
});

const SHORT = 800;
const LONG = 12_000;
const MOST_CALLS = 40;
const MOST_FILES = 50;

function cut(text: string | null, most: number): string | null {
  return text === null ? null : beginningOf(text, most);
}

function turnData(turn: Turn, number: number, most: number): Data {
  const calls = turn.toolCalls.slice(0, MOST_CALLS).map(({ id, name, status, paths, about }) => ({
    id,
    name,
    status,
    paths: paths.slice(0, 5),
    about: cut(about, 200),
  }));
  return {
    turn: number,
    id: turn.id,
    at: turn.at,
    prompt: cut(turn.prompt, most),
    answer: cut(turn.answer, most),
    toolCalls: calls,
    ...(turn.toolCalls.length > calls.length ? { toolCallsLeftOut: turn.toolCalls.length - calls.length } : {}),
  };
}

function turnsOf(details: SessionDetails, { turn, from, turns }: z.infer<typeof showInput>): readonly Data[] {
  const all = details.turns;
  if (turn !== undefined) return all.slice(turn - 1, turn).map((one) => turnData(one, turn, LONG));
  const first = from === undefined ? Math.max(0, all.length - turns) : from - 1;
  return all.slice(first, first + turns).map((one, index) => turnData(one, first + index + 1, SHORT));
}

function showOne({ app, input, reach }: ToolCall<z.infer<typeof showInput>>) {
  const view = requireSession(app, input.session, reach);
  const details = showSession(app, view.id);
  const turns = turnsOf(details, input);
  const files = details.files.slice(0, MOST_FILES);
  const data = {
    session: { ...sessionData(app, details.view, reach), counts: details.view.counts },
    turnsInAll: details.turns.length,
    turns,
    tools: details.tools,
    files,
    filesInAll: details.files.length,
    compactions: details.compactions.length,
    children: details.children.flatMap(({ id }) => tellable(app, id, reach) ?? []),
  };
  return { data, list: 'turns', shown: { memories: [], hits: turns.length } };
}

/** Shows one session. */
export const sessionShowTool = defineTool({
  name: 'session_show',
  title: 'Show a session',
  description:
    'Shows one session: its turns (prompt, answer, tool calls), tools, files read and edited, and where it came from. Long texts are ' +
    'cut; one turn alone, or show with SESSION:MESSAGE, gives more.',
  input: showInput,
  output: answerShape({
    session: z.looseObject({ id: z.string() }),
    turns: z.array(z.looseObject({ turn: z.int() })),
  }),
  run: showOne,
});
