import { z } from 'zod';
import type { ObjectSchema } from './event-schema.ts';
import { agentName, count, flag, maybe, text } from './schema-parts.ts';
import { where } from './session-schemas.ts';
import {
  type CapabilityGrant,
  type DirtyPath,
  type GitState,
  type GrantedProgram,
  type LeftOut,
  type PolicyFile,
  type ProjectSnapshot,
  SNAPSHOT_VERSION,
  type SnapshotDocument,
} from './snapshot-data.ts';
import { touchedContent } from './touched-content-schema.ts';

const isoTime = z.custom<ProjectSnapshot['at']>((value) => typeof value === 'string', 'not a time');

const leftOut = z.looseObject({
  code: z.enum(['dirty-paths', 'large-files', 'unreadable-files', 'policy-files', 'time', 'git-missing', 'git-failed']),
  count,
  paths: maybe(z.array(text)),
}) satisfies ObjectSchema<LeftOut>;

const dirtyPath = z.looseObject({
  path: text,
  state: z.enum(['modified', 'added', 'deleted', 'renamed', 'untracked', 'unmerged', 'submodule']),
  from: maybe(text),
  digest: maybe(text),
}) satisfies ObjectSchema<DirtyPath>;

const gitState = z.looseObject({
  head: maybe(text),
  branch: maybe(text),
  detached: maybe(flag),
  bare: maybe(flag),
  shallow: maybe(flag),
  upstream: maybe(z.looseObject({ name: text, ahead: count, behind: count })),
  operation: maybe(z.enum(['merge', 'rebase', 'cherry-pick', 'revert', 'bisect', 'am'])),
  unmerged: maybe(z.array(text)),
  dirty: z.array(dirtyPath),
}) satisfies ObjectSchema<GitState>;

const level = z.enum(['project', 'user']);

const policyFile = z.looseObject({
  path: text,
  level,
  kind: z.enum(['instructions', 'settings', 'servers', 'loom']),
  meaning: text,
  bytes: text,
  unparsed: maybe(flag),
}) satisfies ObjectSchema<PolicyFile>;

const program = z.looseObject({
  kind: z.enum(['server', 'hook', 'variable']),
  name: text,
  shown: text,
  digest: text,
}) satisfies ObjectSchema<GrantedProgram>;

const grant = z.looseObject({
  agent: agentName,
  level,
  source: text,
  mode: maybe(text),
  sandbox: maybe(text),
  network: maybe(flag),
  allow: z.array(text),
  ask: z.array(text),
  deny: z.array(text),
  folders: z.array(text),
  programs: z.array(program),
}) satisfies ObjectSchema<CapabilityGrant>;

const snapshot = z.looseObject({
  at: isoTime,
  where,
  git: gitState.nullable(),
  policy: z.array(policyFile),
  grants: z.array(grant),
  left: z.array(leftOut),
}) satisfies ObjectSchema<ProjectSnapshot>;

/** Schema of the blob that a `snapshot.taken` event names. */
export const snapshotDocument = z.looseObject({
  v: z.literal(SNAPSHOT_VERSION),
  keyed: maybe(text),
  snapshot: maybe(snapshot),
  touched: maybe(z.array(touchedContent)),
}) satisfies ObjectSchema<SnapshotDocument>;
