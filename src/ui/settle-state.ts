import { coverOf, coverRows, isCover } from './cover-lines.ts';
import { moveTo, wantsMore } from './list-state.ts';
import { paneLines } from './pane-lines.ts';
import { layoutOf, type ScreenLayout } from './screen-layout.ts';
import { chosenRow, type Effect, EMPTY_PANE, type Overlay, type Step, type UiState } from './ui-state.ts';
import { wrapPane } from './wrap-pane.ts';

function clampScroll(scroll: number, length: number, height: number): number {
  return Math.max(0, Math.min(scroll, length - height));
}

function settleOverlay(overlay: Overlay | null, layout: ScreenLayout): Overlay | null {
  if (!isCover(overlay)) return overlay;
  const length = wrapPane(coverOf(overlay).lines, layout.columns).length;
  return { ...overlay, scroll: clampScroll(overlay.scroll, length, coverRows(layout)) };
}

/** The pane follows the choice: another row begins another pane. */
function settlePane(state: UiState, layout: ScreenLayout): Pick<UiState, 'pane'> & { readonly isNew: boolean } {
  const of = chosenRow(state)?.id ?? null;
  if (of !== state.pane.of) return { pane: { ...EMPTY_PANE, of }, isNew: of !== null };
  const length = wrapPane(paneLines(state.pane, state.tab), layout.pane).length;
  const scroll = clampScroll(state.pane.scroll, length, layout.body);
  return { pane: scroll === state.pane.scroll ? state.pane : { ...state.pane, scroll }, isNew: false };
}

function readPane(state: UiState): readonly Effect[] {
  return state.tab === 'sessions' ? [{ type: 'preview' }, { type: 'judge' }] : [{ type: 'preview' }];
}

/** Brings a state in order after anything happened: what is chosen is in sight, and what is missing is asked for. */
export function settle({ state, effects }: Step): Step {
  const layout = layoutOf(state.size);
  const sessions = moveTo(state.sessions, state.sessions.selected, layout.body);
  const memories = moveTo(state.memories, state.memories.selected, layout.body);
  const moved = { ...state, sessions, memories, overlay: settleOverlay(state.overlay, layout) };
  const { pane, isNew } = settlePane(moved, layout);
  const more = wantsMore(sessions, layout.body);
  return {
    state: { ...moved, pane, sessions: more ? { ...sessions, loading: true } : sessions },
    effects: [
      ...effects,
      ...(isNew ? readPane(moved) : []),
      ...(more
        ? [{ type: 'load-sessions', offset: sessions.rows.length, asked: state.asked.sessions } satisfies Effect]
        : []),
    ],
  };
}
