import { readClaim } from '../domain/memory-claim.ts';
import { findProject, placesOf, resolveProject } from '../domain/project-index.ts';
import { placePath } from '../domain/project-place.ts';
import { deriveSessionId } from '../events/session-id.ts';
import type { ProjectId, SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { actingAs } from './acting-as.ts';
import type { AppContext } from './context.ts';
import { emptyReport, type ImportReport } from './import-report.ts';
import { type LookedPlaces, lookAtPlaces } from './look-at-places.ts';
import type { ForeignMemory, ForeignRecord } from './ports/foreign-memory.ts';
import type { SkippedPath } from './ports/importer.ts';
import { currentPlace } from './project-current.ts';
import { planProposals, proposeMemories } from './propose-memories.ts';

interface Placed {
  readonly record: ForeignRecord;
  /** Null when loom does not hold it. */
  readonly session: SessionId | null;
}

/** Says of which project a record is: by its session, by what else the tool puts there, by its files, or by where the person is. */
class Placing {
  readonly #app: AppContext;
  /** The tool's name of a project → the projects of the sessions that are known under it. */
  readonly #byName = new Map<string, Set<ProjectId>>();
  readonly #places: readonly (readonly [string, ProjectId])[];
  readonly #here: { readonly project: ProjectId; readonly name: string } | null;

  constructor(app: AppContext, records: readonly Placed[]) {
    this.#app = app;
    const state = app.readModel.projects();
    this.#places = state.projects.flatMap((project) =>
      placesOf(project).map((where) => [placePath(where), resolveProject(state, project.id)] as const),
    );
    const here = currentPlace(app).project;
    this.#here = here === null ? null : { project: here, name: findProject(state, here)?.name ?? '' };
    for (const each of records) this.#learn(each);
  }

  #learn({ record, session }: Placed): void {
    const project = this.#projectOf(session);
    if (project === undefined || record.projectName === null) return;
    const known = this.#byName.get(record.projectName) ?? new Set();
    this.#byName.set(record.projectName, known.add(project));
  }

  #projectOf(session: SessionId | null): ProjectId | undefined {
    return session === null ? undefined : this.#app.readModel.view(session)?.project?.id;
  }

  #byPath(paths: readonly string[]): ProjectId | undefined {
    const path = paths.find((each) => /^(?:\/|[A-Za-z]:[\\/])/.test(each));
    if (path === undefined) return undefined;
    const holding = this.#places.filter(([place]) => path.startsWith(`${place}/`) || path.startsWith(`${place}\\`));
    return [...holding].sort(([a], [b]) => b.length - a.length)[0]?.[1];
  }

  /** `undefined` when nothing tells: a name alone is no project. */
  place({ record, session }: Placed): ProjectId | undefined {
    const { projectName } = record;
    const own = this.#projectOf(session);
    if (own !== undefined) return own;
    const named = projectName === null ? undefined : this.#byName.get(projectName);
    if (named?.size === 1) return [...named][0];
    return this.#byPath(record.paths) ?? (this.#here?.name === projectName ? this.#here?.project : undefined);
  }
}

function requestOf(memory: ForeignMemory, { record, session }: Placed) {
  const { text, kind, tags, paths, learnedAt, author } = record;
  return {
    text,
    kind,
    tags,
    paths,
    ...(learnedAt === null ? {} : { learnedAt }),
    confidence: 'inferred',
    trust: 'untrusted',
    provenance: { agent: memory.agent, author, ...(session === null ? {} : { sessionId: session }) },
    sourceKey: `${memory.agent}\n${readClaim(text).normal || text}`,
  } as const;
}

function placedOf(app: AppContext, record: ForeignRecord): Placed {
  if (record.session === null) return { record, session: null };
  const id = deriveSessionId(record.session.agent, record.session.nativeId, app.sha256);
  const view = app.readModel.view(id);
  return { record, session: view === undefined || view.purged ? null : id };
}

interface ReadMemory {
  readonly records: readonly ForeignRecord[];
  readonly skipped: readonly SkippedPath[];
}

function readPlaces(app: AppContext, memory: ForeignMemory, { there, blocked }: LookedPlaces): ReadMemory {
  const found = there.flatMap((place) => [...memory.records(place, app.sources)]);
  return {
    records: found.filter((each) => !('code' in each)) as ForeignRecord[],
    skipped: [...blocked, ...(found.filter((each) => 'code' in each) as SkippedPath[])],
  };
}

function placesOfTool(app: AppContext, memory: ForeignMemory, paths: readonly string[]): readonly string[] {
  const absent = paths.find((path) => !app.sources.exists(path));
  if (absent !== undefined)
    throw new LoomError({ kind: 'not-found', code: 'path-not-found', message: `there is nothing at ${absent}` });
  return paths.length > 0 ? paths : memory.places(app.env);
}

interface Grouped {
  readonly groups: ReadonlyMap<ProjectId, readonly Placed[]>;
  readonly unplaced: number;
}

function groupByProject(app: AppContext, placed: readonly Placed[]): Grouped {
  const placing = new Placing(app, placed);
  const groups = new Map<ProjectId, Placed[]>();
  let unplaced = 0;
  for (const each of placed) {
    const project = placing.place(each);
    if (project === undefined) unplaced += 1;
    else groups.set(project, [...(groups.get(project) ?? []), each]);
  }
  return { groups, unplaced };
}

async function proposeByProject(
  app: AppContext,
  { memory, placed, dryRun }: { memory: ForeignMemory; placed: readonly Placed[]; dryRun: boolean },
): Promise<NonNullable<ImportReport['claims']>> {
  const { groups, unplaced } = groupByProject(app, placed);
  const counts = { read: placed.length, proposed: 0, known: 0, refused: 0, unplaced };
  const importing = actingAs(app, { kind: 'import', agent: memory.agent });
  const propose = dryRun ? planProposals : proposeMemories;
  for (const [project, group] of groups) {
    const requests = group.map((each) => requestOf(memory, each));
    const outcomes = await propose(importing, requests, { kind: 'project', argument: project });
    for (const { kind } of outcomes) counts[kind === 'observed' ? 'known' : kind] += 1;
  }
  return counts;
}

/**
 * Reads what another tool remembers into proposals, each in its own project, where something but a name tells which that is.
 * Nothing of it is trusted or accepted, and reading it again adds nothing. Throws LoomError `not-found`/`path-not-found`.
 */
export async function importForeignMemory(
  app: AppContext,
  memory: ForeignMemory,
  { paths, dryRun }: { readonly paths: readonly string[]; readonly dryRun: boolean },
): Promise<ImportReport> {
  const report = emptyReport(memory.agent, dryRun);
  const places = placesOfTool(app, memory, paths);
  report.searched.push(...places.map((path) => app.redactor.redact(path).text));
  const looked = lookAtPlaces(app.sources, places);
  const { records, skipped } = readPlaces(app, memory, looked);
  report.files = looked.there.length + looked.blocked.length;
  for (const { path, code, message } of skipped)
    report.problems.push({ path: app.redactor.redact(path).text, code, message });
  if (report.files === 0) report.warnings.push(`no memory of ${memory.agent} in ${report.searched.join(', ')}`);
  app.readModel.catchUp();
  const placed = records.map((record) => placedOf(app, record));
  report.claims = await proposeByProject(app, { memory, placed, dryRun });
  return report;
}
