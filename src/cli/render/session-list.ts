import type { SessionListing, SessionScope } from '../../app/list-sessions.ts';
import type { ProjectName } from '../../app/project-view.ts';
import type { SessionView } from '../../domain/session-view.ts';
import { countOf } from '../../kernel/count-of.ts';
import { printJson } from '../../kernel/json-text.ts';
import { RawJson } from '../answer.ts';
import { safeLine } from '../safe-text.ts';
import type { Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { showTime } from '../times.ts';

/** The worktree's name, and whether it is gone; null without one. */
export function worktreeWords({ worktree, worktreeRemoved }: SessionView): string | null {
  if (worktree === null) return null;
  return `${worktree}${worktreeRemoved ? ' (removed)' : ''}`;
}

/** One letter for each state that a row should not hide. */
function marks(view: SessionView): string {
  const flags = [
    view.pinned ? 'pinned' : '',
    view.archived ? 'archived' : '',
    view.deleted ? 'deleted' : '',
    view.headless ? 'headless' : '',
    view.worktree === null ? '' : `worktree: ${worktreeWords(view)}`,
  ];
  const errors = view.counts.errors ?? 0;
  return [...flags, errors > 0 ? `⚠ ${countOf(errors, 'error')}` : ''].filter((flag) => flag !== '').join(' ');
}

const COLUMNS: readonly Column<SessionView>[] = [
  { title: 'id', value: (view) => view.shortId, paint: (text, _view, screen) => screen.paint.name(text) },
  { title: 'updated', value: (view, screen) => showTime(view.sortAt, screen) },
  { title: 'agent', value: (view) => view.agent },
  { title: 'project', value: (view) => view.project?.name ?? null },
  { title: 'prompts', value: (view) => view.counts.prompts, align: 'right' },
  { title: 'marks', value: marks },
  { title: 'title', value: (view) => view.title, flexible: true },
];

/** Columns that a narrow terminal does without, least needed first. */
const EXPENDABLE = ['marks', 'agent', 'prompts', 'project', 'updated'];

function columnsFor(screen: Screen, rows: readonly SessionView[]): readonly Column<SessionView>[] {
  if (!screen.terminal) return COLUMNS;
  let columns = rows.some((row) => marks(row) !== '') ? COLUMNS : COLUMNS.filter((column) => column.title !== 'marks');
  for (const name of EXPENDABLE) {
    if (screen.columns >= columns.length * 12) break;
    columns = columns.filter((column) => column.title !== name);
  }
  return columns;
}

/** Sessions as a table on a terminal, as tab-separated columns elsewhere. */
export function renderSessionList(rows: readonly SessionView[], screen: Screen): string {
  return renderTable(rows, columnsFor(screen, rows), screen);
}

interface TreeNode {
  readonly view: SessionView;
  readonly depth: number;
}

/** Rows by the parent that is in the list too; '' for those without one. */
function childrenByParent(rows: readonly SessionView[]): ReadonlyMap<string, readonly SessionView[]> {
  const ids = new Set<string>(rows.map((row) => row.id));
  const families = new Map<string, SessionView[]>();
  for (const row of rows) {
    const parent = row.parent !== null && ids.has(row.parent.id) ? row.parent.id : '';
    families.set(parent, [...(families.get(parent) ?? []), row]);
  }
  return families;
}

/** Depth-first, each row once, whatever circles damaged parents make. */
function* walkTree(rows: readonly SessionView[]): Generator<TreeNode> {
  const families = childrenByParent(rows);
  const below = (parent: string, depth: number): TreeNode[] =>
    [...(families.get(parent) ?? [])].reverse().map((view) => ({ view, depth }));
  const open = below('', 0);
  const seen = new Set<string>();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node.view.id)) continue;
    seen.add(node.view.id);
    yield node;
    open.push(...below(node.view.id, node.depth + 1));
  }
}

/** Where a session came from whose parent is not in the list; empty for one that came from nowhere. */
function originWords({ parent }: SessionView): string {
  if (parent === null) return '';
  return ` ← ${parent.kind} of ${parent.id}${parent.deleted ? ' (deleted)' : ''}`;
}

/** Sessions below the one they came from, each level indented in the title; a parent that is not listed is named. */
export function renderSessionTree(rows: readonly SessionView[], screen: Screen): string {
  const titled = [...walkTree(rows)].map(({ view, depth }) => {
    const title = view.title ?? '';
    return { ...view, title: depth === 0 ? `${title}${originWords(view)}` : `${'  '.repeat(depth - 1)}└ ${title}` };
  });
  return renderSessionList(titled, screen);
}

/** The JSON of a listing: the index's own bytes, unless some worktree has to be looked at. */
export function listingJson(listing: SessionListing): RawJson {
  return new RawJson(listing.namesWorktrees() ? printJson(listing.rows()) : listing.bytes());
}

function doubtNotes(candidates: readonly ProjectName[]): readonly string[] {
  return [
    'this folder is not known for certain to be any project; say which one it is:',
    ...candidates.map(({ id, name, path }) => `${safeLine(name)} (${safeLine(path)}): loom project link ${id}`),
  ];
}

/** What to say beside an empty list: where the sessions are. */
export function emptyListNotes(listing: SessionListing, scope: SessionScope): readonly string[] {
  if (!listing.isEmpty()) return [];
  if (!scope.all && (scope.candidates ?? []).length > 0) return doubtNotes(scope.candidates ?? []);
  const elsewhere = listing.elsewhere();
  const here = scope.all ? 'no sessions' : 'no sessions for this project';
  if (elsewhere > 0) return [`${here}; ${elsewhere} elsewhere (--all)`];
  const hidden = listing.unfiltered();
  if (hidden > 0) return [`${here} of that kind; the filters leave out ${hidden}`];
  return [`${here}; keep your agents' sessions with: loom import`];
}
