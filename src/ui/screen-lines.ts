import { type Cover, coverOf, coverRows, isCover } from './cover-lines.ts';
import { keysLine, messageLine, searchLine, titleLine } from './frame-lines.ts';
import type { ListState } from './list-state.ts';
import { paneLines } from './pane-lines.ts';
import { fitLine, memoryLine, type RowStyle, type ScreenLine, sessionLine } from './row-lines.ts';
import { layoutOf, type ScreenLayout } from './screen-layout.ts';
import type { PaneLine } from './ui-host.ts';
import type { UiState } from './ui-state.ts';
import { wrapPane } from './wrap-pane.ts';

interface RowsOf<Row> {
  readonly list: ListState<Row>;
  readonly lineOf: (row: Row, style: RowStyle) => ScreenLine;
  readonly isMarked: (row: Row) => boolean;
}

function rowsOfList<Row>(
  state: UiState,
  layout: ScreenLayout,
  { list, lineOf, isMarked }: RowsOf<Row>,
): readonly ScreenLine[] {
  const width = layout.list;
  if (list.rows.length === 0) {
    const words = list.loading ? 'Reading…' : (list.note ?? 'Nothing here');
    return [[{ text: fitLine(`   ${words}`, width), tone: 'dim' }]];
  }
  return list.rows.slice(list.top, list.top + layout.body).map((row, at) =>
    lineOf(row, {
      width,
      chosen: list.top + at === list.selected,
      marked: isMarked(row),
      everyProject: state.everyProject,
    }),
  );
}

function listLines(state: UiState, layout: ScreenLayout): readonly ScreenLine[] {
  const { tab, sessions, memories, marked } = state;
  return tab === 'sessions'
    ? rowsOfList(state, layout, { list: sessions, lineOf: sessionLine, isMarked: ({ id }) => id === marked?.id })
    : rowsOfList(state, layout, { list: memories, lineOf: memoryLine, isMarked: () => false });
}

interface Window {
  readonly width: number;
  readonly scroll: number;
  readonly rows: number;
}

function paneRows(lines: readonly PaneLine[], { width, scroll, rows }: Window): readonly ScreenLine[] {
  const shown = wrapPane(lines, width).slice(scroll, scroll + rows);
  return shown.map(({ text, tone }): ScreenLine => [{ text: fitLine(text, width), ...(tone && { tone }) }]);
}

/** List and pane with a rule between them. */
function besideLines(
  { list, pane, unicode }: Record<'list' | 'pane', readonly ScreenLine[]> & { readonly unicode: boolean },
  layout: ScreenLayout,
): readonly ScreenLine[] {
  const rule = { text: unicode ? ' │ ' : ' | ', tone: 'dim' } as const;
  const empty: ScreenLine = [{ text: ' '.repeat(layout.list) }];
  return Array.from({ length: layout.body }, (_, at) => [...(list[at] ?? empty), rule, ...(pane[at] ?? [])]);
}

function coverLines(cover: Cover, layout: ScreenLayout): readonly ScreenLine[] {
  const { title, lines } = coverOf(cover);
  const window = { width: layout.columns, scroll: cover.scroll, rows: coverRows(layout) };
  return [[{ text: fitLine(title, layout.columns), tone: 'heading' }], ...paneRows(lines, window)];
}

function bodyLines(state: UiState, layout: ScreenLayout, unicode: boolean): readonly ScreenLine[] {
  const { overlay, pane, focus, tab } = state;
  if (isCover(overlay)) return coverLines(overlay, layout);
  if (!layout.wide && focus !== 'pane') return listLines(state, layout);
  const window = { width: layout.pane, scroll: pane.scroll, rows: layout.body };
  const read = paneRows(paneLines(pane, tab), window);
  return layout.wide ? besideLines({ list: listLines(state, layout), pane: read, unicode }, layout) : read;
}

/** Every line of the screen from the top, as many as it has but for the last one, which stays empty. */
export function screenLines(state: UiState, { unicode }: { readonly unicode: boolean }): readonly ScreenLine[] {
  const layout = layoutOf(state.size);
  const { columns } = layout;
  const body = bodyLines(state, layout, unicode);
  const rest = Array.from({ length: Math.max(0, layout.body - body.length) }, (): ScreenLine => []);
  return [
    titleLine(state, columns),
    searchLine(state, columns),
    ...body,
    ...rest,
    messageLine(state, columns),
    keysLine(state, columns),
  ];
}
