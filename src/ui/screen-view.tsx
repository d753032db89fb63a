import { Box, Text, useInput } from 'ink';
import { type ReactNode, useSyncExternalStore } from 'react';
import { type Cover, coverOf, coverRows, isCover } from './cover-lines.ts';
import { keysLine, messageLine, searchLine, titleLine } from './frame-lines.ts';
import type { ListState } from './list-state.ts';
import { paneLines } from './pane-lines.ts';
import { fitLine, memoryLine, type RowStyle, type ScreenLine, type Span, sessionLine } from './row-lines.ts';
import { layoutOf, type ScreenLayout } from './screen-layout.ts';
import type { PaneLine } from './ui-host.ts';
import type { UiState } from './ui-state.ts';
import type { UiStore } from './ui-store.ts';
import { wrapPane } from './wrap-pane.ts';

const TONES: Readonly<Record<NonNullable<Span['tone']>, object>> = {
  heading: { bold: true },
  dim: { dimColor: true },
  good: { color: 'green' },
  warn: { color: 'yellow' },
  bad: { color: 'red' },
  chosen: { inverse: true },
};

/** One line; it is cut already, and nothing makes it wider. */
function Line({ line }: { readonly line: ScreenLine }): ReactNode {
  return (
    <Text wrap="truncate">
      {line.map(({ text, tone }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other name
        <Text key={at} {...(tone === undefined ? {} : TONES[tone])}>
          {text}
        </Text>
      ))}
    </Text>
  );
}

function Lines({ lines, rows }: { readonly lines: readonly ScreenLine[]; readonly rows: number }): ReactNode {
  const shown = lines.slice(0, rows);
  return (
    <Box flexDirection="column" height={rows}>
      {shown.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place
        <Line key={at} line={line} />
      ))}
    </Box>
  );
}

interface RowsOf<Row> {
  readonly list: ListState<Row>;
  readonly lineOf: (row: Row, style: RowStyle) => ScreenLine;
  readonly isMarked: (row: Row) => boolean;
}

function listLines<Row>(state: UiState, layout: ScreenLayout, { list, lineOf, isMarked }: RowsOf<Row>): ScreenLine[] {
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

function List({ state, layout }: { readonly state: UiState; readonly layout: ScreenLayout }): ReactNode {
  const lines =
    state.tab === 'sessions'
      ? listLines(state, layout, {
          list: state.sessions,
          lineOf: sessionLine,
          isMarked: (row) => row.id === state.marked?.id,
        })
      : listLines(state, layout, { list: state.memories, lineOf: memoryLine, isMarked: () => false });
  return <Lines lines={lines} rows={layout.body} />;
}

interface PaneProps {
  readonly lines: readonly PaneLine[];
  readonly scroll: number;
  readonly width: number;
  readonly rows: number;
}

function Pane({ lines, scroll, width, rows }: PaneProps): ReactNode {
  const shown = wrapPane(lines, width).slice(scroll, scroll + rows);
  const fitted = shown.map(({ text, tone }): ScreenLine => [{ text: fitLine(text, width), ...(tone && { tone }) }]);
  return <Lines lines={fitted} rows={rows} />;
}

function Rule({ rows, unicode }: { readonly rows: number; readonly unicode: boolean }): ReactNode {
  const line: ScreenLine = [{ text: unicode ? ' │ ' : ' | ', tone: 'dim' }];
  return <Lines lines={new Array<ScreenLine>(rows).fill(line)} rows={rows} />;
}

interface BodyProps {
  readonly state: UiState;
  readonly layout: ScreenLayout;
  readonly unicode: boolean;
}

function Body({ state, layout, unicode }: BodyProps): ReactNode {
  const { overlay, pane } = state;
  if (isCover(overlay)) return <CoverPage cover={overlay} layout={layout} />;
  const beside = (
    <Pane lines={paneLines(pane, state.tab)} scroll={pane.scroll} width={layout.pane} rows={layout.body} />
  );
  if (!layout.wide) return state.focus === 'pane' ? beside : <List state={state} layout={layout} />;
  return (
    <Box>
      <List state={state} layout={layout} />
      <Rule rows={layout.body} unicode={unicode} />
      {beside}
    </Box>
  );
}

function CoverPage({ cover, layout }: { readonly cover: Cover; readonly layout: ScreenLayout }): ReactNode {
  const { title, lines } = coverOf(cover);
  return (
    <Box flexDirection="column">
      <Line line={[{ text: fitLine(title, layout.columns), tone: 'heading' }]} />
      <Pane lines={lines} scroll={cover.scroll} width={layout.columns} rows={coverRows(layout)} />
    </Box>
  );
}

/** The whole screen. */
export function ScreenView({ store, unicode }: { readonly store: UiStore; readonly unicode: boolean }): ReactNode {
  const state = useSyncExternalStore(store.subscribe, store.state);
  useInput(store.press);
  const layout = layoutOf(state.size);
  const { columns } = layout;
  return (
    <Box flexDirection="column" width={columns}>
      <Line line={titleLine(state, columns)} />
      <Line line={searchLine(state, columns)} />
      <Body state={state} layout={layout} unicode={unicode} />
      <Line line={messageLine(state, columns)} />
      <Line line={keysLine(state, columns)} />
    </Box>
  );
}
