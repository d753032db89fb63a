import type { SessionId } from '../kernel/ids.ts';
import { EMPTY_LIST, type ListState } from './list-state.ts';
import type {
  MemoryRow,
  MemorySection,
  PaneLine,
  ResumePreview,
  SessionListState,
  SessionRow,
  UiAction,
  UiOutcome,
  UiStart,
  UndoToken,
} from './ui-host.ts';

/** What is read beside the list. */
export interface PaneState {
  /** Id of the row it is about; null for none. */
  readonly of: string | null;
  /** Null while it is not read yet. */
  readonly lines: readonly PaneLine[] | null;
  /** The verdict of a resume, which takes longer. */
  readonly verdict: ResumePreview | null;
  /** The record that would give way to a proposal. */
  readonly nearest: string | null;
  /** The first line that is seen. */
  readonly scroll: number;
}

/** A line that a person types. */
export interface InputOverlay {
  readonly type: 'input';
  readonly label: string;
  readonly value: string;
  readonly wish: InputWish;
}

/** What a typed line is for. */
export type InputWish =
  | { readonly type: 'rename' | 'fork' | 'export' | 'purge'; readonly session: SessionId }
  | { readonly type: 'edit' | 'forget' | 'replace'; readonly row: MemoryRow }
  /** Who accepts the text that takes the place of a record. */
  | { readonly type: 'replace-by'; readonly row: MemoryRow; readonly text: string }
  | { readonly type: 'supersede'; readonly row: MemoryRow };

/** What lies over the lists. */
export type Overlay =
  | InputOverlay
  | { readonly type: 'help'; readonly scroll: number }
  | { readonly type: 'confirm'; readonly question: string; readonly action: UiAction }
  | { readonly type: 'comparison'; readonly lines: readonly PaneLine[] | null; readonly scroll: number }
  | {
      readonly type: 'purge';
      readonly row: SessionRow;
      readonly lines: readonly PaneLine[] | null;
      readonly scroll: number;
    }
  | {
      readonly type: 'resume';
      readonly row: SessionRow;
      readonly preview: ResumePreview | null;
      readonly scroll: number;
    };

/** Everything that the screen shows. */
export interface UiState {
  readonly purpose: UiStart['purpose'];
  readonly size: { readonly columns: number; readonly rows: number };
  readonly tab: UiStart['tab'];
  readonly focus: 'list' | 'search' | 'pane';
  readonly everyProject: boolean;
  readonly agent: string | null;
  readonly agents: readonly string[];
  readonly state: SessionListState;
  readonly words: string;
  readonly section: MemorySection;
  readonly memoryWords: string;
  readonly sessions: ListState<SessionRow>;
  readonly memories: ListState<MemoryRow>;
  readonly pane: PaneState;
  readonly overlay: Overlay | null;
  readonly message: { readonly text: string; readonly ok: boolean } | null;
  readonly undo: UndoToken | null;
  /** One side of a comparison. */
  readonly marked: SessionRow | null;
  /** Counts questions: an answer to an older one is not looked at. */
  readonly asked: { readonly sessions: number; readonly memories: number };
  readonly outcome: UiOutcome | null;
}

/** What is to be done outside of the state. */
export type Effect =
  | { readonly type: 'load-sessions'; readonly offset: number; readonly asked: number }
  | { readonly type: 'load-memories'; readonly asked: number }
  | { readonly type: 'load-agents' }
  | { readonly type: 'preview' }
  | { readonly type: 'judge' }
  | { readonly type: 'judge-now'; readonly session: SessionId }
  | { readonly type: 'compare'; readonly a: SessionId; readonly b: SessionId }
  | { readonly type: 'plan-purge'; readonly session: SessionId }
  | { readonly type: 'act'; readonly action: UiAction };

/** A state and what follows from it. */
export interface Step {
  readonly state: UiState;
  readonly effects: readonly Effect[];
}

/** A state, and what is to be done with it. */
export function step(state: UiState, ...effects: readonly Effect[]): Step {
  return { state, effects };
}

export const EMPTY_PANE: PaneState = { of: null, lines: null, verdict: null, nearest: null, scroll: 0 };

/** How the screen begins. */
export function beginUi(start: UiStart, size: UiState['size']): Step {
  const state: UiState = {
    purpose: start.purpose,
    size,
    tab: start.tab,
    focus: start.purpose === 'pick' ? 'search' : 'list',
    everyProject: start.everyProject,
    agent: start.agent,
    agents: [],
    state: 'recent',
    words: start.words,
    section: 'accepted',
    memoryWords: '',
    sessions: EMPTY_LIST,
    memories: EMPTY_LIST,
    pane: EMPTY_PANE,
    overlay: null,
    message: null,
    undo: null,
    marked: null,
    asked: { sessions: 0, memories: 0 },
    outcome: null,
  };
  return {
    state,
    effects: [
      { type: 'load-sessions', offset: 0, asked: 0 },
      { type: 'load-memories', asked: 0 },
    ],
  };
}

/** The row whose pane is shown. */
export function chosenRow(state: UiState): SessionRow | MemoryRow | undefined {
  return state.tab === 'sessions'
    ? state.sessions.rows[state.sessions.selected]
    : state.memories.rows[state.memories.selected];
}

/** The picker is left with a session. */
export function choose(state: UiState, session: SessionId): Step {
  return step({ ...state, outcome: { kind: 'chosen', session, everyProject: state.everyProject } });
}

/** Text that reads like an order to an agent takes a yes of its own. */
export function askOrder(state: UiState, action: UiAction): Step {
  const question = 'It reads like an instruction to an agent. Accept it all the same?';
  return step({ ...state, overlay: { type: 'confirm', question, action } });
}
