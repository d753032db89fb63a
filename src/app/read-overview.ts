import { type FileTouched, filesTouched } from '../domain/files-touched.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { IsoTime, SessionId } from '../kernel/ids.ts';
import { formatInstant, instantMillis } from '../kernel/instant.ts';
import type { AppContext } from './context.ts';
import { projectFilter, type SessionScope } from './list-sessions.ts';
import type { SessionFigures } from './ports/read-model.ts';
import { readConversation } from './show-session.ts';

/** Sessions of a day, by their last activity. */
export interface DayActivity {
  /** `2026-01-31`, in UTC. */
  readonly day: string;
  readonly sessions: number;
  readonly prompts: number;
}

/** What one agent did. */
export interface AgentActivity {
  readonly agent: string;
  readonly sessions: number;
  readonly prompts: number;
  readonly toolCalls: number;
  /** The agent's own figures; null where none of its sessions carries them. */
  readonly tokens: { readonly input: number | null; readonly output: number | null };
}

/** A file, over all sessions that were looked at. */
export interface FileActivity extends FileTouched {
  readonly sessions: number;
}

/** Figures of the sessions of a scope; archived ones and subagents count, deleted ones do not. */
export interface StoreOverview {
  readonly sessions: number;
  readonly subagents: number;
  readonly prompts: number;
  readonly toolCalls: number;
  readonly toolErrors: number;
  /** Every day up to the newest one, days without a session included; only the last ones. */
  readonly days: readonly DayActivity[];
  readonly agents: readonly AgentActivity[];
  readonly files: readonly FileActivity[];
  /** Sessions whose files were counted, newest first; the others were not looked at. */
  readonly filesOf: number;
  readonly proposals: number;
  readonly last: readonly SessionView[];
}

/** Files of a session by how much of it was kept when they were counted. */
export type FilesMemo = Map<SessionId, { readonly keptLength: number; readonly files: readonly FileTouched[] }>;

export interface OverviewRequest {
  readonly scope: SessionScope;
  /** Remembers what was counted from one request to the next. */
  readonly memo: FilesMemo;
}

const MOST_DAYS = 30;
const MOST_FILES = 15;
const LAST = 8;
/** Bounds of what is read to count files. */
const MOST_READ_SESSIONS = 40;
const MOST_READ_BYTES = 12 * 1024 * 1024;
const DAY = 86_400_000;

function addTokens(known: number | null, more: number | null): number | null {
  return known === null && more === null ? null : (known ?? 0) + (more ?? 0);
}

function tallyAgents(all: readonly SessionFigures[]): readonly AgentActivity[] {
  const agents = new Map<string, AgentActivity>();
  for (const { agent, prompts, toolCalls, input, output } of all) {
    const known = agents.get(agent);
    agents.set(agent, {
      agent,
      sessions: (known?.sessions ?? 0) + 1,
      prompts: (known?.prompts ?? 0) + prompts,
      toolCalls: (known?.toolCalls ?? 0) + toolCalls,
      tokens: {
        input: addTokens(known?.tokens.input ?? null, input),
        output: addTokens(known?.tokens.output ?? null, output),
      },
    });
  }
  return [...agents.values()].sort((a, b) => b.sessions - a.sessions || (a.agent < b.agent ? -1 : 1));
}

function dayOf(at: string): string {
  return at.slice(0, 10);
}

/** The last days up to that of the newest session. */
function tallyDays(all: readonly SessionFigures[]): readonly DayActivity[] {
  const [newest] = all;
  if (newest === undefined) return [];
  const end = instantMillis(newest.sortAt as IsoTime);
  const days = new Map<string, DayActivity>();
  for (let back = MOST_DAYS - 1; back >= 0; back -= 1) {
    const day = dayOf(formatInstant(end - back * DAY));
    days.set(day, { day, sessions: 0, prompts: 0 });
  }
  for (const { sortAt, prompts } of all) {
    const known = days.get(dayOf(sortAt));
    // Newest first: the rest is older.
    if (known === undefined) break;
    days.set(known.day, { ...known, sessions: known.sessions + 1, prompts: known.prompts + prompts });
  }
  return [...days.values()];
}

function filesOf(app: AppContext, id: SessionId, { keptLength, memo }: { keptLength: number; memo: FilesMemo }) {
  const known = memo.get(id);
  if (known?.keptLength === keptLength) return known.files;
  const files = filesTouched(readConversation(app, id).messages);
  memo.set(id, { keptLength, files });
  return files;
}

/** Files of the newest sessions, most edited first, within bounds of what is read. */
function tallyFiles(app: AppContext, all: readonly SessionFigures[], memo: FilesMemo) {
  const files = new Map<string, FileActivity>();
  let bytes = 0;
  let read = 0;
  for (const { id } of all) {
    const keptLength = app.readModel.state(id)?.transcript?.keptLength ?? 0;
    if (keptLength === 0) continue;
    if (read >= MOST_READ_SESSIONS || (read > 0 && bytes + keptLength > MOST_READ_BYTES)) break;
    read += 1;
    bytes += keptLength;
    for (const { path, reads, edits } of filesOf(app, id, { keptLength, memo })) {
      const known = files.get(path) ?? { path, reads: 0, edits: 0, sessions: 0 };
      const sum = { reads: known.reads + reads, edits: known.edits + edits, sessions: known.sessions + 1 };
      files.set(path, { path, ...sum });
    }
  }
  const ranked = [...files.values()].sort(
    (a, b) => b.edits - a.edits || b.reads - a.reads || (a.path < b.path ? -1 : 1),
  );
  return { files: ranked.slice(0, MOST_FILES), filesOf: read };
}

function sum(all: readonly SessionFigures[], value: (figures: SessionFigures) => number | null): number {
  return all.reduce((total, figures) => total + (value(figures) ?? 0), 0);
}

/** Gathers what a person wants to see first. Reads the newest transcripts within bounds and changes nothing. */
export function readOverview(app: AppContext, { scope, memo }: OverviewRequest): StoreOverview {
  app.readModel.catchUp();
  const project = projectFilter(scope);
  const isNowhere = !scope.all && scope.project === null;
  const query = { ...project, anyArchived: true };
  const all = isNowhere ? [] : app.readModel.figures({ ...query, includeSubagents: true });
  const own = all.filter(({ background }) => !background);
  return {
    sessions: own.length,
    subagents: all.length - own.length,
    prompts: sum(own, ({ prompts }) => prompts),
    toolCalls: sum(all, ({ toolCalls }) => toolCalls),
    toolErrors: sum(all, ({ toolErrors }) => toolErrors),
    days: tallyDays(own),
    agents: tallyAgents(all),
    ...tallyFiles(app, all, memo),
    proposals: isNowhere ? 0 : app.readModel.memories({ ...project, statuses: ['proposed'] }).length,
    last: isNowhere ? [] : app.readModel.list({ ...query, limit: LAST }),
  };
}
