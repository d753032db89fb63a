import type { SessionId } from '../kernel/ids.ts';
import { PAGE_ROWS } from './list-state.ts';
import type { FailedPart, News } from './take-news.ts';
import type { MemoryRow, UiHost } from './ui-host.ts';
import { chosenRow, type Effect, type UiState } from './ui-state.ts';

/** What is done, as a whole: it never rejects. */
type Work = (host: UiHost, state: UiState) => Promise<News | undefined>;

async function attempt(host: UiHost, what: FailedPart, work: () => Promise<News>): Promise<News> {
  try {
    return await work();
  } catch (error) {
    return { type: 'failed', what, text: host.explain(error) };
  }
}

function loadSessions({ offset, asked }: Extract<Effect, { type: 'load-sessions' }>): Work {
  return (host, { everyProject, agent, state, words, sessions }) =>
    attempt(host, { type: 'sessions', asked }, async () => {
      const limit = offset === 0 ? Math.max(PAGE_ROWS, sessions.rows.length) : PAGE_ROWS;
      const page = await host.sessions({ everyProject, agent, state, words }, offset, limit);
      return { type: 'sessions', page, offset, asked };
    });
}

function loadMemories(asked: number): Work {
  return (host, { section, everyProject, memoryWords: words }) =>
    attempt(host, { type: 'memories', asked }, async () => ({
      type: 'memories',
      page: await host.memories({ section, everyProject, words }),
      asked,
    }));
}

/** Reads the pane of whatever is chosen when its turn comes. */
const preview: Work = async (host, state) => {
  const row = chosenRow(state);
  if (row === undefined) return undefined;
  return attempt(host, { type: 'pane', of: row.id }, async () => {
    if (state.tab === 'sessions')
      return { type: 'pane', of: row.id, pane: { lines: await host.preview(row.id as SessionId), nearest: null } };
    const record = row as MemoryRow;
    if (state.section === 'review')
      return { type: 'pane', of: row.id, pane: await host.review(record.id as Parameters<UiHost['review']>[0]) };
    return { type: 'pane', of: row.id, pane: { lines: await host.record(record, state.section), nearest: null } };
  });
};

function judgeSession(session: SessionId): Work {
  return (host, { everyProject }) =>
    attempt(host, { type: 'verdict', session }, async () => ({
      type: 'verdict',
      session,
      preview: await host.judge(session, everyProject),
    }));
}

const judgeChosen: Work = async (host, state) => {
  const row = chosenRow(state);
  if (row === undefined || state.tab !== 'sessions') return undefined;
  return judgeSession(row.id as SessionId)(host, state);
};

function workOf(effect: Effect): Work {
  switch (effect.type) {
    case 'load-sessions':
      return loadSessions(effect);
    case 'load-memories':
      return loadMemories(effect.asked);
    case 'load-agents':
      return (host) => attempt(host, { type: 'action' }, async () => ({ type: 'agents', agents: await host.agents() }));
    case 'preview':
      return preview;
    case 'judge':
      return judgeChosen;
    case 'judge-now':
      return judgeSession(effect.session);
    case 'compare':
      return (host) =>
        attempt(host, { type: 'overlay' }, async () => ({
          type: 'comparison',
          lines: await host.compare(effect.a, effect.b),
        }));
    case 'plan-purge':
      return (host) =>
        attempt(host, { type: 'overlay' }, async () => ({
          type: 'purge-plan',
          session: effect.session,
          lines: await host.purgePlan(effect.session),
        }));
    case 'act':
      return (host) =>
        attempt(host, { type: 'action' }, async () => ({ type: 'acted', result: await host.act(effect.action) }));
  }
}

/** Milliseconds that work waits for, so that what is passed over is not read. Work that waits gives way to its like. */
const PAUSE: Partial<Record<Effect['type'], number>> = { preview: 60, judge: 150 };
/** A search waits until the fingers rest; what it found beyond the first screen, until nothing else is asked for. */
const SEARCH_PAUSE = 120;
const MORE_FOUND_PAUSE = 300;
/** What is on the other side of the screen is read when this side is there. */
const UNSEEN_PAUSE = 400;

function pauseOf(effect: Effect, { words, tab }: UiState): number {
  switch (effect.type) {
    case 'load-sessions':
      if (words === '') return 0;
      if (effect.offset > 0) return MORE_FOUND_PAUSE;
      // What the screen begins with was not typed here.
      return effect.asked > 0 ? SEARCH_PAUSE : 0;
    case 'load-memories':
      return tab === 'memory' ? 0 : UNSEEN_PAUSE;
    default:
      return PAUSE[effect.type] ?? 0;
  }
}

/** What effects are run with. */
export interface EffectRunner {
  readonly run: (effects: readonly Effect[]) => void;
  /** Resolves when what was begun by now is done. */
  readonly idle: () => Promise<void>;
  readonly stop: () => void;
}

/** A comparison waits for other programs, and nothing else waits for it. */
function laneOf({ type }: Effect): 'judging' | 'reading' {
  return type === 'judge' || type === 'judge-now' ? 'judging' : 'reading';
}

/** Runs effects one after the other, comparisons beside them, and tells what came of each. */
export function runEffects(host: UiHost, stateNow: () => UiState, tell: (news: News) => void): EffectRunner {
  const waiting = new Map<Effect['type'], NodeJS.Timeout>();
  const queues = { judging: Promise.resolve(), reading: Promise.resolve() };
  let stopped = false;
  const start = (effect: Effect): void => {
    waiting.delete(effect.type);
    const lane = laneOf(effect);
    queues[lane] = queues[lane].then(async () => {
      if (stopped) return;
      const news = await workOf(effect)(host, stateNow());
      if (news !== undefined && !stopped) tell(news);
    });
  };
  return {
    run: (effects) => {
      for (const effect of effects) {
        const pause = pauseOf(effect, stateNow());
        clearTimeout(waiting.get(effect.type));
        waiting.delete(effect.type);
        if (pause === 0) start(effect);
        else
          waiting.set(
            effect.type,
            setTimeout(() => start(effect), pause),
          );
      }
    },
    idle: () => queues.reading,
    stop: () => {
      stopped = true;
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}
