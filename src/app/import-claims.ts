import { readClaim } from '../domain/memory-claim.ts';
import { deriveSessionId } from '../events/session-id.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { actingAs } from './acting-as.ts';
import type { AppContext } from './context.ts';
import type { ClaimCounts, ImportReport } from './import-report.ts';
import { lookAtPlaces } from './look-at-places.ts';
import type { ScopeWish } from './memory-scope.ts';
import type { ForeignClaim, Importer } from './ports/importer.ts';
import { type ManyProposed, planProposals, proposeMemories } from './propose-memories.ts';

type Request = Parameters<typeof proposeMemories>[1][number];

/** A claim of an agent's own memory as a proposal: nobody here vouches for it. */
function requestOf(app: AppContext, importer: Importer, claim: ForeignClaim): Request {
  const { text, kind, tags, paths, learnedAt, confidence, session } = claim;
  const sessionId = session === undefined ? undefined : deriveSessionId(importer.agent, session, app.sha256);
  const isKnown = sessionId !== undefined && app.readModel.state(sessionId) !== undefined;
  return {
    text,
    kind,
    ...(tags === undefined ? {} : { tags }),
    ...(paths === undefined ? {} : { paths }),
    ...(learnedAt === undefined ? {} : { learnedAt }),
    confidence,
    trust: 'untrusted',
    provenance: { agent: importer.agent, ...(isKnown ? { sessionId } : {}) },
    sourceKey: `${importer.agent}\n${claim.key}\n${readClaim(text).normal || text}`,
  };
}

/** The project of the current folder may be founded by a claim; any other has to be known. */
function scopeOf(app: AppContext, folder: string): ScopeWish {
  const isHere = app.cwd === folder || app.cwd.startsWith(`${folder}/`);
  return isHere ? { kind: 'project' } : { kind: 'project', argument: folder };
}

function groupByProject(claims: readonly ForeignClaim[]): ReadonlyMap<string | null, readonly ForeignClaim[]> {
  const groups = new Map<string | null, ForeignClaim[]>();
  for (const claim of claims) {
    const group = groups.get(claim.project);
    if (group === undefined) groups.set(claim.project, [claim]);
    else group.push(claim);
  }
  return groups;
}

/** Where to look, and what to note the outcome in. */
export interface ClaimWish {
  readonly report: ImportReport;
  readonly places: readonly string[];
}

interface Group {
  readonly project: string | null;
  readonly claims: readonly ForeignClaim[];
}

/** `undefined`: the project is not known, or not for certain. */
async function proposeGroup(
  app: AppContext,
  importer: Importer,
  { project, claims, dryRun }: Group & { readonly dryRun: boolean },
): Promise<readonly ManyProposed[] | undefined> {
  if (project === null) return undefined;
  const requests = claims.map((claim) => requestOf(app, importer, claim));
  const scope = scopeOf(app, project);
  try {
    return dryRun ? planProposals(app, requests, scope) : await proposeMemories(app, requests, scope);
  } catch (error) {
    if (error instanceof LoomError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

function readClaims(app: AppContext, importer: Importer, { places, report }: ClaimWish): ForeignClaim[] {
  const found = lookAtPlaces(app.sources, places).there.flatMap((place) => [
    ...(importer.claims?.(place, app.sources) ?? []),
  ]);
  for (const each of found) {
    if ('code' in each) report.warnings.push(`${app.redactor.redact(each.path).text} ${each.message}`);
  }
  return found.filter((each) => !('code' in each)) as ForeignClaim[];
}

/**
 * Reads what an agent itself remembers into proposals, after its sessions: nothing of it is memory before a person says so,
 * and reading it again adds nothing. Notes what came of it in the report.
 */
export async function importClaims(app: AppContext, importer: Importer, { report, places }: ClaimWish): Promise<void> {
  if (importer.claims === undefined) return;
  const claims = readClaims(app, importer, { places, report });
  if (claims.length === 0) return;
  app.readModel.catchUp();
  const importing = actingAs(app, { kind: 'import', agent: importer.agent });
  const counts = { read: claims.length, proposed: 0, known: 0, refused: 0, unplaced: 0 };
  for (const [project, group] of groupByProject(claims)) {
    const outcomes = await proposeGroup(importing, importer, { project, claims: group, dryRun: report.dryRun });
    if (outcomes === undefined) counts.unplaced += group.length;
    for (const { kind } of outcomes ?? []) counts[kind === 'observed' ? 'known' : kind] += 1;
  }
  report.claims = counts satisfies ClaimCounts;
}
