import type { MemoryDraft } from '../domain/memory-decide.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import { resolveProject } from '../domain/project-index.ts';
import type { SeenContents } from '../events/memory-data.ts';
import type { MemoryId } from '../kernel/ids.ts';
import { makeOnce } from '../kernel/make-once.ts';
import type { AppContext } from './context.ts';
import { listMemories, type MemoryFilter, type MemoryListing } from './list-memories.ts';
import type { SessionScope } from './list-sessions.ts';
import type { MemoryView, StalePath } from './memory-view.ts';
import type { ContentNow } from './ports/snapshots.ts';
import { currentProject } from './project-current.ts';

/** Files of one record, and of all records of a list, that are looked at. */
const MOST_OF_RECORD = 50;
const MOST_OF_LIST = 2000;
/** A line, or some, of a file: `src/cfg.ts:3-9`. */
const LINES = /:\d+(?:[-:]\d+)?$/;
const NO_CONTENTS: ReadonlyMap<string, ContentNow> = new Map();
const ABSOLUTE = /^(?:[\\/]|[A-Za-z]:[\\/])/;

/** A record, or what is to be one. */
interface Concerned extends Pick<MemoryRecord, 'scope' | 'paths'> {
  /** Its project is founded with it, by this folder. */
  readonly isNew?: boolean;
}

/** A path as a record names it, and where it lies. */
interface Placed {
  readonly path: string;
  readonly place: string;
}

/** Says where in this checkout paths of records lie; those are left out of which only another checkout could tell. */
function placesHere(app: AppContext): (record: Concerned) => readonly Placed[] {
  const root = makeOnce(() => {
    const here = app.probe.probe(app.cwd);
    return here.root ?? here.realCwd ?? here.cwd;
  });
  const project = makeOnce(() => currentProject(app));
  const state = app.readModel.projects();
  return ({ scope, paths, isNew = false }) => {
    const isOfProject = scope !== null && scope !== 'user';
    const isHere = isOfProject && (isNew || resolveProject(state, scope.project) === project());
    return paths.slice(0, MOST_OF_RECORD).flatMap((path) => {
      const file = path.replace(LINES, '');
      if (ABSOLUTE.test(file)) return [{ path, place: file }];
      return isHere ? [{ path, place: `${root()}/${file.replace(/^\.\//, '')}` }] : [];
    });
  };
}

/** What files are now, by the path that a record gives; those are left out of which it cannot be told. */
function seenOf(places: readonly Placed[], now: ReadonlyMap<string, ContentNow>): SeenContents {
  return Object.fromEntries(
    places.flatMap(({ path, place }) => {
      const digest = digestOf(now.get(place));
      return digest === undefined ? [] : [[path, digest]];
    }),
  );
}

function digestOf(now: ContentNow | undefined): string | null | undefined {
  if (now?.state === 'gone') return null;
  return now?.state === 'file' ? now.digest : undefined;
}

/** Notes what the files of a record are now; empty where there are none, or none that can be told from here. */
export async function seeContents(app: AppContext, record: Concerned): Promise<SeenContents> {
  if (record.paths.length === 0) return {};
  const places = placesHere(app)(record);
  return seenOf(places, await app.snapshots.contents(places.map(({ place }) => place)));
}

/** An acceptance or a confirmation with what the files were. */
export function withSeen(draft: MemoryDraft, seen: SeenContents | undefined): MemoryDraft {
  if (seen === undefined || Object.keys(seen).length === 0) return draft;
  if (draft.type === 'memory.accepted') return { ...draft, data: { ...draft.data, seen } };
  return draft.type === 'memory.confirmed' ? { ...draft, data: { ...draft.data, seen } } : draft;
}

/** Records whose files are not what they were when a person last said that they hold, with these files. */
async function findStale(
  app: AppContext,
  records: readonly MemoryRecord[],
): Promise<ReadonlyMap<MemoryId, readonly StalePath[]>> {
  const placesOf = placesHere(app);
  const looked: { readonly record: MemoryRecord; readonly places: readonly Placed[] }[] = [];
  let left = MOST_OF_LIST;
  for (const record of records) {
    if (record.status !== 'accepted' || left <= 0) continue;
    const paths = Object.keys(record.seen).filter((path) => record.paths.includes(path));
    if (paths.length === 0) continue;
    left -= paths.length;
    looked.push({ record, places: placesOf({ scope: record.scope, paths }) });
  }
  const files = new Set(looked.flatMap(({ places }) => places.map(({ place }) => place)));
  const contents = files.size === 0 ? NO_CONTENTS : await app.snapshots.contents([...files]);
  return new Map(
    looked.flatMap(({ record, places }) => {
      const now = seenOf(places, contents);
      const differing = places.flatMap(({ path }) => stalePath(path, record.seen[path], now[path]));
      return differing.length === 0 ? [] : [[record.id, differing]];
    }),
  );
}

function stalePath(path: string, then: string | null | undefined, now: string | null | undefined): StalePath[] {
  if (then === undefined || now === undefined || then === now) return [];
  if (then === null) return [{ path, now: 'appeared' }];
  return [{ path, now: now === null ? 'gone' : 'changed' }];
}

/** Records as they are printed, each with those of its files that changed. */
export async function markStale(app: AppContext, views: readonly MemoryView[]): Promise<readonly MemoryView[]> {
  const stale = await findStale(app, views);
  return views.map((view) => ({ ...view, stale: stale.get(view.id) ?? [] }));
}

/** The list with changed files told; with `stale` only the records that have some. */
export async function listMarked(
  app: AppContext,
  scope: SessionScope,
  { stale, ...filter }: MemoryFilter & { readonly stale: boolean },
): Promise<MemoryListing> {
  if (!stale) {
    const { rows, elsewhere } = listMemories(app, scope, filter);
    return { rows: await markStale(app, rows), elsewhere };
  }
  const { limit, offset = 0, ...rest } = filter;
  const all = await markStale(app, listMemories(app, scope, rest).rows);
  const rows = all.filter((row) => (row.stale ?? []).length > 0);
  return { rows: rows.slice(offset, limit === undefined ? undefined : offset + limit), elsewhere: 0 };
}
