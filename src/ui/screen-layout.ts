import type { UiState } from './ui-state.ts';

/** Where things are on the screen, in columns and rows. */
export interface ScreenLayout {
  readonly columns: number;
  /** Rows of the lists and panes. */
  readonly body: number;
  /** List and pane stand side by side. */
  readonly wide: boolean;
  readonly list: number;
  /** Columns of the pane; all of them where it stands alone. */
  readonly pane: number;
}

/** From this width on list and pane fit beside one another. */
const WIDE = 96;
const NARROWEST = 20;
/** Title, question, message and keys. */
const FRAME_ROWS = 4;

/** Lays the screen out; the last row stays empty, since filling it would make a terminal scroll. */
export function layoutOf({ columns, rows }: UiState['size']): ScreenLayout {
  const room = Math.max(NARROWEST, columns);
  const body = Math.max(1, rows - FRAME_ROWS - 1);
  if (room < WIDE) return { columns: room, body, wide: false, list: room, pane: room };
  const list = Math.min(Math.floor(room * 0.48), 110);
  // A line and a space on each side of it.
  return { columns: room, body, wide: true, list, pane: room - list - 3 };
}
