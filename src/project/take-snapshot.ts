import type { SnapshotWishes } from '../app/ports/snapshots.ts';
import type { Where } from '../events/session-data.ts';
import type { GitState, ProjectSnapshot } from '../events/snapshot-data.ts';
import { formatInstant } from '../kernel/instant.ts';
import { createContentReader } from './content-reader.ts';
import { type SeenGit, seeGitState } from './git-state.ts';
import { leftOut, sumLeftOut } from './left-out.ts';
import { type Checkout, openCheckout } from './open-checkout.ts';
import { seePolicy } from './see-policy.ts';
import type { Looking } from './snapshots.ts';

/** What lies behind a snapshot that was just taken: names as they are, which the snapshot itself shows redacted. */
export interface LookedAt {
  readonly checkout: Checkout;
  /** Path as git names it, by its redacted form. */
  readonly named: ReadonlyMap<string, string>;
  /** Blob that HEAD has for a dirty path, by its redacted form. */
  readonly headBlobs: ReadonlyMap<string, string>;
}

const looks = new WeakMap<ProjectSnapshot, LookedAt>();

/** What lies behind a snapshot; `undefined` for one that was read from somewhere, and outside git. */
export function lookBehind(snapshot: ProjectSnapshot): LookedAt | undefined {
  return looks.get(snapshot);
}

/** Redacts every string of a plain value. */
export function redactTexts<T>(redact: (text: string) => string, value: T): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((item) => redactTexts(redact, item)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactTexts(redact, item)])) as T;
}

const NOTHING: SeenGit = { git: null, left: [], headBlobs: new Map() };

/** Digests are keyed and commits are public: only names need a look. */
function redactGit(redact: (text: string) => string, git: GitState): GitState {
  const { dirty, ...rest } = git;
  const named = dirty.map((entry) => ({
    ...entry,
    path: redact(entry.path),
    ...(entry.from === undefined ? {} : { from: redact(entry.from) }),
  }));
  const { head, ...texts } = rest;
  return { ...(head === undefined ? {} : { head }), ...redactTexts(redact, texts), dirty: named };
}

function behind(redact: (text: string) => string, checkout: Checkout, seen: SeenGit): LookedAt {
  const paths = seen.git?.dirty.map(({ path }) => path) ?? [];
  return {
    checkout,
    named: new Map(paths.map((path) => [redact(path), path])),
    headBlobs: new Map([...seen.headBlobs].map(([path, blob]) => [redact(path), blob])),
  };
}

/** The place with branch and commit as git has them, which knows refs that are no files. */
function whereOf(where: Where, git: GitState | null): Where {
  if (git === null) return where;
  const { head: _head, branch: _branch, ...place } = where;
  return {
    ...place,
    ...(git.branch === undefined ? {} : { branch: git.branch }),
    ...(git.head === undefined ? {} : { head: git.head }),
  };
}

/** Git state, policy and grants of a folder as they are now. */
export async function takeSnapshot(looking: Looking, cwd: string, wishes: SnapshotWishes): Promise<ProjectSnapshot> {
  const redact = (text: string): string => looking.redactor.redact(text).text;
  const where = looking.probe.probe(cwd);
  const opened = openCheckout(looking, cwd);
  const reader = createContentReader(looking);
  const asked = opened.kind === 'open' ? seeGitState(looking, opened.checkout, reader) : Promise.resolve(NOTHING);
  // Git works while the policy is read.
  const policy = seePolicy(looking, { where, globs: wishes.globs ?? [] });
  const seen = await asked;
  const left = [...(opened.kind === 'missing' ? leftOut('git-missing', 1) : []), ...seen.left, ...policy.left];
  const snapshot: ProjectSnapshot = {
    at: formatInstant(looking.clock()),
    where: redactTexts(redact, whereOf(where, seen.git)),
    git: seen.git === null ? null : redactGit(redact, seen.git),
    policy: policy.files,
    grants: policy.grants,
    left: redactTexts(redact, sumLeftOut(left)),
  };
  if (opened.kind === 'open') looks.set(snapshot, behind(redact, opened.checkout, seen));
  return snapshot;
}
