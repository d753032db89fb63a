import type { SessionId } from '../kernel/ids.ts';
import { takePage } from './list-state.ts';
import { reloadAll } from './reload-lists.ts';
import { nextAgent } from './session-keys.ts';
import { settle } from './settle-state.ts';
import type { ActionResult, MemoryRow, Page, PaneLine, ResumePreview, ReviewPane, SessionRow } from './ui-host.ts';
import { askOrder, type Step, step, type UiState } from './ui-state.ts';

/** What came of something that was done outside of the state. */
export type News =
  | { readonly type: 'sessions'; readonly page: Page<SessionRow>; readonly offset: number; readonly asked: number }
  | { readonly type: 'memories'; readonly page: Page<MemoryRow>; readonly asked: number }
  | { readonly type: 'agents'; readonly agents: readonly string[] }
  | { readonly type: 'pane'; readonly of: string; readonly pane: ReviewPane }
  | { readonly type: 'verdict'; readonly session: SessionId; readonly preview: ResumePreview }
  | { readonly type: 'comparison'; readonly lines: readonly PaneLine[] }
  | { readonly type: 'purge-plan'; readonly session: SessionId; readonly lines: readonly PaneLine[] }
  | { readonly type: 'acted'; readonly result: ActionResult }
  | { readonly type: 'notice'; readonly text: string }
  /** Something could not be done; `of` names what waits for it. */
  | { readonly type: 'failed'; readonly what: FailedPart; readonly text: string };

/** What waited for something that failed. */
export type FailedPart =
  | { readonly type: 'sessions'; readonly asked: number }
  | { readonly type: 'memories'; readonly asked: number }
  | { readonly type: 'pane'; readonly of: string }
  | { readonly type: 'verdict'; readonly session: SessionId }
  | { readonly type: 'overlay' }
  | { readonly type: 'action' };

function takeSessions(state: UiState, { page, offset, asked }: Extract<News, { type: 'sessions' }>): Step {
  if (asked !== state.asked.sessions) return step(state);
  return step({ ...state, sessions: takePage(state.sessions, page, offset) });
}

function takePane(state: UiState, { of, pane }: Extract<News, { type: 'pane' }>): UiState {
  if (of !== state.pane.of) return state;
  return { ...state, pane: { ...state.pane, lines: pane.lines, nearest: pane.nearest } };
}

function takeVerdict(state: UiState, { session, preview }: Extract<News, { type: 'verdict' }>): UiState {
  const { pane, overlay } = state;
  return {
    ...state,
    ...(pane.of === session ? { pane: { ...pane, verdict: preview } } : {}),
    ...(overlay?.type === 'resume' && overlay.row.id === session ? { overlay: { ...overlay, preview } } : {}),
  };
}

function takePurgePlan(state: UiState, { session, lines }: Extract<News, { type: 'purge-plan' }>): UiState {
  const { overlay } = state;
  if (overlay?.type !== 'purge' || overlay.row.id !== session) return state;
  return { ...state, overlay: { ...overlay, lines } };
}

function takeResult(state: UiState, { ok, message, undo, insist }: ActionResult): Step {
  const told = { ...state, message: { text: message, ok }, undo: undo ?? state.undo };
  if (insist !== undefined && state.overlay === null) return askOrder(told, insist);
  return ok ? reloadAll(told) : step(told);
}

/** A failure ends the wait for it, and is told. */
function takeFailure(state: UiState, { what, text }: Extract<News, { type: 'failed' }>): UiState {
  const bad: PaneLine = { text, tone: 'bad' };
  const told = { ...state, message: { text, ok: false } };
  switch (what.type) {
    case 'sessions':
      if (what.asked !== state.asked.sessions) return state;
      return { ...told, sessions: { ...state.sessions, loading: false, complete: true } };
    case 'memories':
      if (what.asked !== state.asked.memories) return state;
      return { ...told, memories: { ...state.memories, loading: false, complete: true } };
    case 'pane':
      return takePane(state, { type: 'pane', of: what.of, pane: { lines: [bad], nearest: null } });
    case 'verdict':
      return takeVerdict(state, {
        type: 'verdict',
        session: what.session,
        preview: { verdict: 'not compared', tone: 'bad', lines: [bad] },
      });
    case 'overlay':
      return { ...told, overlay: null };
    case 'action':
      return told;
  }
}

function take(state: UiState, news: News): Step {
  switch (news.type) {
    case 'sessions':
      return takeSessions(state, news);
    case 'memories':
      if (news.asked !== state.asked.memories) return step(state);
      return step({ ...state, memories: takePage(state.memories, news.page, 0) });
    case 'agents':
      return nextAgent({ ...state, agents: news.agents });
    case 'pane':
      return step(takePane(state, news));
    case 'verdict':
      return step(takeVerdict(state, news));
    case 'comparison':
      return step(
        state.overlay?.type === 'comparison' ? { ...state, overlay: { ...state.overlay, lines: news.lines } } : state,
      );
    case 'purge-plan':
      return step(takePurgePlan(state, news));
    case 'acted':
      return takeResult(state, news.result);
    case 'notice':
      return step({ ...state, message: { text: news.text, ok: false } });
    case 'failed':
      return step(takeFailure(state, news));
  }
}

/** What news come to: the next state, and what is to be done. */
export function takeNews(state: UiState, news: News): Step {
  return settle(take(state, news));
}
