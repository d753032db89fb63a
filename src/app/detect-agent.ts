import type { AppContext } from './context.ts';
import { type FoundSources, findSources, type SourceSearch } from './find-sources.ts';
import type { SourceOutcome } from './import-report.ts';
import type { Importer, Recognition, SkippedPath, SourceFile } from './ports/importer.ts';
import type { SourceHead } from './ports/source-reader.ts';
import { knownSource } from './source-change.ts';
import { writtenName } from './source-name.ts';

/** Records have the agent's own shape, not only one that they might have. */
const SHAPED: Recognition = 2;
const MARKED: Recognition = 3;

function rate(importer: Importer, head: SourceHead): Recognition {
  return importer.recognize?.(head) ?? 0;
}

/** The importer that a beginning fits best; the earlier of two that it fits equally well. */
function bestFit(
  importers: readonly Importer[],
  head: SourceHead,
): { readonly importer: Importer; readonly rating: Recognition } | undefined {
  let best: { readonly importer: Importer; readonly rating: Recognition } | undefined;
  for (const importer of importers) {
    const rating = rate(importer, head);
    if (rating > (best?.rating ?? 0)) best = { importer, rating };
    if (rating === MARKED) break;
  }
  return best;
}

/** Why a source must not be read as one of this agent: it is plainly another's. Not to be asked of sources that were read before. */
export function foreignAgent(
  app: Pick<AppContext, 'sources' | 'importers'>,
  importer: Importer,
  file: SourceFile,
): SourceOutcome | undefined {
  if (importer.recognize === undefined || file.part !== undefined) return undefined;
  const brief = app.sources.head(file, 'brief');
  if (brief !== undefined && rate(importer, brief) === MARKED) return undefined;
  const head = app.sources.head(file);
  if (head === undefined) return undefined;
  const own = rate(importer, head);
  if (own === MARKED) return undefined;
  const best = bestFit(app.importers, head);
  if (best === undefined || best.importer === importer) return undefined;
  if (best.rating <= own || best.rating < SHAPED) return undefined;
  const message = `is a session of ${best.importer.agent}, not of ${importer.agent}`;
  return { status: 'skipped', code: 'not-a-session', message };
}

/** What is to be imported by one importer. */
export interface DetectedSources {
  readonly importer: Importer;
  readonly found: FoundSources;
}

/** What was found under some paths: the sources of each agent, and what is none of any. */
export interface Detection {
  readonly agents: readonly DetectedSources[];
  readonly others: readonly SkippedPath[];
}

interface Candidate {
  readonly importer: Importer;
  readonly files: (SourceFile | SkippedPath)[];
}

function isSource(file: SourceFile | SkippedPath): file is SourceFile {
  return !('code' in file);
}

/** Everything the importers find, by path. */
function gatherCandidates(app: AppContext, search: SourceSearch): ReadonlyMap<string, readonly Candidate[]> {
  const byPath = new Map<string, Candidate[]>();
  for (const importer of app.importers) {
    const byImporter = new Map<string, Candidate>();
    for (const file of findSources(app, importer, search).files) {
      const known = byImporter.get(file.path);
      known?.files.push(file);
      if (known === undefined) byImporter.set(file.path, { importer, files: [file] });
    }
    for (const [path, candidate] of byImporter) byPath.set(path, [...(byPath.get(path) ?? []), candidate]);
  }
  return byPath;
}

/** What lies under a name that its agent does not give is found as if it were named, where its records are clearly that agent's. */
function findByContent(app: AppContext, search: SourceSearch, head: SourceHead): Candidate | undefined {
  const best = bestFit(app.importers, head);
  if (best === undefined || best.rating < SHAPED) return undefined;
  const { files } = findSources(app, best.importer, search);
  return files.some(isSource) ? { importer: best.importer, files: [...files] } : undefined;
}

function chooseCandidate(
  app: AppContext,
  search: SourceSearch,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const able = candidates.filter(({ files }) => files.some(isSource));
  const [first] = able;
  const known = able.find(({ importer, files }) => files.some((file) => isKnownTo(app, importer, file)));
  if (first === undefined || known !== undefined) return known;
  const file = first.files.find(isSource);
  const head = file === undefined ? undefined : app.sources.head(file);
  if (file === undefined || head === undefined) return first;
  const best = bestFit(
    able.map(({ importer }) => importer),
    head,
  );
  if (best === undefined) return findByContent(app, { ...search, paths: [file.path] }, head);
  return able.find(({ importer }) => importer === best.importer);
}

/** Whether a session of this agent was read from there before. */
function isKnownTo(app: AppContext, importer: Importer, file: SourceFile | SkippedPath): boolean {
  return knownSource(app, importer.agent, writtenName(app, file)) !== undefined;
}

function leftOver(path: string, candidates: readonly Candidate[]): SkippedPath {
  const skipped = candidates.flatMap(({ files }) => files).find((file) => 'code' in file);
  const isFile = candidates.some(({ files }) => files.some(isSource));
  if (skipped !== undefined && 'code' in skipped && !isFile) return skipped;
  return { path, code: 'not-a-session', message: 'is no session of any agent' };
}

/** Finds the sources under paths that no agent was named for; each goes to the agent whose records its beginning fits best. */
export function detectSources(app: AppContext, search: SourceSearch): Detection {
  app.readModel.catchUp();
  const chosen = new Map<Importer, (SourceFile | SkippedPath)[]>();
  const others: SkippedPath[] = [];
  for (const [path, candidates] of gatherCandidates(app, search)) {
    const choice = chooseCandidate(app, search, candidates);
    if (choice === undefined) others.push(leftOver(path, candidates));
    else chosen.set(choice.importer, [...(chosen.get(choice.importer) ?? []), ...choice.files]);
  }
  const agents = [...chosen].map(([importer, files]) => ({
    importer,
    found: { files, searched: search.paths, explicit: true },
  }));
  return { agents, others };
}
