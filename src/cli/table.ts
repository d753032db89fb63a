import { cutToWidth, displayWidth, padToWidth } from '../text/display-width.ts';
import { safeLine } from './safe-text.ts';
import type { Screen } from './screen.ts';

/** One column of a list. */
export interface Column<Row> {
  readonly title: string;
  /** What the cell says; untrusted text is made safe here and put on one line. Null and empty become `-` on a terminal. */
  readonly value: (row: Row, screen: Screen) => string | number | null;
  /** The one column that gives way when the terminal is narrow; the last column when none says so. */
  readonly flexible?: boolean;
  readonly align?: 'left' | 'right';
  /** Colours the cell on a terminal, after it was measured and cut. */
  readonly paint?: (text: string, row: Row, screen: Screen) => string;
}

const GAP = '  ';
const NARROWEST = 8;

function cellText<Row>(column: Column<Row>, row: Row, screen: Screen): string {
  const value = column.value(row, screen);
  return value === null ? '' : safeLine(String(value));
}

/** Width of each column: as wide as its widest cell, the flexible one with what is left. */
function columnWidths<Row>(
  columns: readonly Column<Row>[],
  cells: readonly (readonly string[])[],
  room: number,
): number[] {
  const widths = columns.map((column, index) =>
    cells.reduce((widest, line) => Math.max(widest, displayWidth(line[index] ?? '')), displayWidth(column.title)),
  );
  const wanted = columns.findIndex((column) => column.flexible);
  const flexible = wanted === -1 ? columns.length - 1 : wanted;
  const total = widths.reduce((sum, width) => sum + width, GAP.length * (columns.length - 1));
  if (total > room) widths[flexible] = Math.max(NARROWEST, (widths[flexible] ?? 0) - (total - room));
  return widths;
}

/** Lays out cells that are already cut and padded: two spaces between columns, nothing drawn. */
function drawLines(lines: readonly (readonly string[])[]): string {
  return lines.map((line) => line.join(GAP).trimEnd()).join('\n');
}

function terminalTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], screen: Screen): string {
  const cells = rows.map((row) => columns.map((column) => cellText(column, row, screen) || '-'));
  const widths = columnWidths(columns, cells, screen.columns);
  const fitCell = (text: string, index: number): string => {
    const width = widths[index] ?? 0;
    const align = columns[index]?.align;
    const cut = cutToWidth(text, width);
    return index === columns.length - 1 && align !== 'right' ? cut : padToWidth(cut, width, align);
  };
  const head = columns.map((column, index) => screen.paint.dim(fitCell(column.title.toUpperCase(), index)));
  const body = rows.map((row, at) =>
    columns.map((column, index) => {
      const text = fitCell(cells[at]?.[index] ?? '', index);
      return column.paint?.(text, row, screen) ?? text;
    }),
  );
  return `${drawLines([head, ...body])}\n`;
}

/**
 * Lists rows: an aligned table with a heading on a terminal; elsewhere one line per row, columns separated by tabs,
 * nothing cut and no heading. Nothing at all for no rows.
 */
export function renderTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], screen: Screen): string {
  if (rows.length === 0) return '';
  if (screen.terminal) return terminalTable(rows, columns, screen);
  return rows.map((row) => `${columns.map((column) => cellText(column, row, screen)).join('\t')}\n`).join('');
}
