import { readClaim } from '../domain/memory-claim.ts';
import {
  mergeShare,
  readSharedFile,
  readShareLines,
  type SharedClaim,
  shareLines,
  shareMarkdown,
} from '../domain/memory-share.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import type { MemoryId, ProjectId } from '../kernel/ids.ts';
import { actingAs } from './acting-as.ts';
import type { AppContext } from './context.ts';
import type { ScopeWish } from './memory-scope.ts';
import { tombstoneOf } from './memory-tombstone.ts';
import { type MemoryView, viewMemories } from './memory-view.ts';
import { type ManyProposed, planProposals, proposeMemories } from './propose-memories.ts';

/** Records of a project for others, and how they are written. */
export interface SharedMemory {
  readonly text: string;
  readonly records: readonly MemoryRecord[];
}

/** Gathers the accepted records of a project for a file that others read. What is a person's own is not among them. */
export function shareMemory(
  app: AppContext,
  project: ProjectId,
  { format, tags }: { readonly format: 'jsonl' | 'markdown'; readonly tags: readonly string[] },
): SharedMemory {
  app.readModel.catchUp();
  const records = app.readModel
    .memories({ project, statuses: ['accepted'] })
    .filter((record) => record.scope !== 'user' && tags.every((tag) => record.tags.includes(tag)))
    // Redacted when it was written; the present rules may know more.
    .map((record) => ({ ...record, text: app.redactor.redact(record.text).text }));
  return { text: format === 'jsonl' ? shareLines(records) : shareMarkdown(records), records };
}

/** A share for a file that is there. */
export interface MergedShare {
  readonly text: string;
  /** Records of others whose lines stay. */
  readonly others: number;
}

/**
 * The share for a file that holds records already: lines of records that this store does not know stay, unless their text was
 * forgotten here. `undefined` where the file is no such file.
 */
export function mergeShared(app: AppContext, records: readonly MemoryRecord[], file: string): MergedShare | undefined {
  const lines = readShareLines(file);
  if (lines === undefined) return undefined;
  const tombstones = app.readModel.tombstones();
  const others = lines.filter(
    ({ id, text }) =>
      app.readModel.memory(id as MemoryId) === undefined && !tombstones.has(tombstoneOf(app, readClaim(text))),
  );
  return { text: mergeShare(records, others), others: others.length };
}

/** What came of a shared file. */
export interface SharedImport {
  readonly read: number;
  /** Records that were made, as proposals. */
  readonly proposed: readonly MemoryView[];
  /** Claims that known records make, noted there; those noted before are `known`. */
  readonly observed: number;
  readonly known: number;
  readonly refused: readonly { readonly line: number; readonly code: string }[];
  readonly malformed: readonly number[];
  readonly conflictMarkers: number;
  /** Secrets that were replaced in what was read. */
  readonly redacted: number;
}

function requestOf({ text, kind, tags, paths, learnedAt }: SharedClaim) {
  return {
    text,
    kind,
    tags,
    paths,
    ...(learnedAt === null ? {} : { learnedAt }),
    confidence: 'inferred',
    trust: 'untrusted',
    sourceKey: `shared\n${readClaim(text).normal || text}`,
  } as const;
}

function redactions(app: AppContext, claims: readonly SharedClaim[]): number {
  const count = (text: string): number => Object.values(app.redactor.redact(text).rules).reduce((sum, n) => sum + n, 0);
  const texts = claims.flatMap(({ text, tags, paths }) => [text, ...tags, ...paths]);
  return texts.reduce((sum, text) => sum + count(text), 0);
}

function made(app: AppContext, outcomes: readonly ManyProposed[]): readonly MemoryView[] {
  const ids = outcomes.flatMap((one) => (one.kind === 'proposed' ? [one.memory] : []));
  return viewMemories(
    app,
    ids.flatMap((id) => app.readModel.memory(id) ?? []),
  );
}

/**
 * Reads a shared file into proposals, whatever the file says of who accepted them: nothing is memory before a person here
 * says so. Reading it again adds nothing.
 */
export async function importShared(
  app: AppContext,
  { text, scope, dryRun }: { readonly text: string; readonly scope: ScopeWish; readonly dryRun: boolean },
): Promise<SharedImport & { readonly planned: number }> {
  const file = readSharedFile(text);
  const requests = file.claims.map(requestOf);
  const importing = actingAs(app, { kind: 'import', agent: 'loom' });
  const outcomes = dryRun
    ? planProposals(importing, requests, scope)
    : await proposeMemories(importing, requests, scope);
  const observed = outcomes.filter(({ kind }) => kind === 'observed');
  return {
    read: file.claims.length,
    proposed: dryRun ? [] : made(app, outcomes),
    planned: outcomes.filter(({ kind }) => kind === 'proposed').length,
    observed: observed.filter(({ isNews }) => isNews).length,
    known: observed.filter(({ isNews }) => !isNews).length,
    refused: outcomes.flatMap((one, at) =>
      one.kind === 'refused' ? [{ line: file.claims[at]?.line ?? 0, code: one.refusal.code }] : [],
    ),
    malformed: file.malformed,
    conflictMarkers: file.conflictMarkers,
    redacted: redactions(app, file.claims),
  };
}
