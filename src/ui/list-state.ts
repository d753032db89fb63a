import type { Page } from './ui-host.ts';

/** A list of which a part is loaded, and the part of that which is seen. */
export interface ListState<Row> {
  readonly rows: readonly Row[];
  readonly total: number | null;
  readonly complete: boolean;
  readonly loading: boolean;
  readonly selected: number;
  /** The first row that is seen. */
  readonly top: number;
  readonly note: string | null;
}

/** Nothing is there yet. */
export const EMPTY_LIST: ListState<never> = {
  rows: [],
  total: null,
  complete: false,
  loading: true,
  selected: 0,
  top: 0,
  note: null,
};

/** Rows that are asked for at once. */
export const PAGE_ROWS = 100;

/** Moves the choice and keeps it in sight. */
export function moveTo<Row>(list: ListState<Row>, selected: number, height: number): ListState<Row> {
  const last = Math.max(0, list.rows.length - 1);
  const at = Math.min(Math.max(0, selected), last);
  const room = Math.max(1, height);
  const lowest = Math.max(0, at - room + 1);
  const top = Math.min(Math.max(list.top, lowest), at, Math.max(0, list.rows.length - room));
  return at === list.selected && top === list.top ? list : { ...list, selected: at, top };
}

/** Whether the rows that follow are to be asked for. */
export function wantsMore<Row>(list: ListState<Row>, height: number): boolean {
  return !list.complete && !list.loading && list.selected + height * 2 >= list.rows.length;
}

/** Takes a page in: the first one replaces what was there, and the choice stays on the row that it was on. */
export function takePage<Row extends { readonly id: string }>(
  list: ListState<Row>,
  page: Page<Row>,
  offset: number,
): ListState<Row> {
  const before = list.rows.slice(0, offset);
  const known = new Set(before.map(({ id }) => id));
  const rows = [...before, ...page.rows.filter(({ id }) => !known.has(id))];
  const held = offset === 0 ? list.rows[list.selected]?.id : undefined;
  const again = held === undefined ? -1 : rows.findIndex(({ id }) => id === held);
  return {
    ...list,
    rows,
    total: page.total ?? (offset === 0 ? null : list.total),
    complete: page.complete,
    loading: false,
    selected: again === -1 ? Math.min(list.selected, Math.max(0, rows.length - 1)) : again,
    note: page.note ?? null,
  };
}
