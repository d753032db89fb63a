import type { Where } from '../events/session-data.ts';
import type { AppContext } from './context.ts';
import type { SourceIdentity } from './ports/importer.ts';
import type { Redactor } from './ports/redactor.ts';
import { serialisedBytes } from './serialised-bytes.ts';

/** Redacts every string and key of a plain value; a string is also judged by the key it stands under. */
export function redactStrings<T>(redactor: Redactor, value: T): T {
  if (typeof value === 'string') return redactor.redact(value).text as T;
  if (Array.isArray(value)) return value.map((item) => redactStrings(redactor, item)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map((member) => redactMember(redactor, member))) as T;
}

function redactMember(redactor: Redactor, [name, value]: readonly [string, unknown]): readonly [string, unknown] {
  const key = redactor.redact(name).text;
  return [key, typeof value === 'string' ? redactor.redactUnderKey(key, value).text : redactStrings(redactor, value)];
}

/** Longest path that an event carries, in bytes as serialised: an event names up to four of one place. */
const MOST_PATH = 3072;
/** Longest other name, in UTF-16 units. */
const MOST_NAME = 256;
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** A native id of any length in bounded space: a long one keeps its beginning and a digest of the whole. */
function boundId(app: Pick<AppContext, 'keyedDigest'>, id: string): string {
  return id.length <= MOST_NAME ? id : `${id.slice(0, 64)}~${app.keyedDigest(id)}`;
}

function boundPath(path: string | null): string | null {
  return path === null || serialisedBytes(path) <= MOST_PATH ? path : null;
}

function boundName(name: string | null): string | null {
  return name === null ? null : name.slice(0, MOST_NAME);
}

/** Redacts what a source says of itself, and bounds it, before anything of it is written or looked up. */
export function redactIdentity(app: Pick<AppContext, 'redactor' | 'keyedDigest'>, raw: SourceIdentity): SourceIdentity {
  const identity = redactStrings(app.redactor, raw);
  const { parent, repository } = identity;
  return {
    ...identity,
    nativeId: boundId(app, identity.nativeId),
    cwd: boundPath(identity.cwd),
    cwds: identity.cwds.filter((cwd) => boundPath(cwd) !== null),
    branch: boundName(identity.branch),
    agentVersion: boundName(identity.agentVersion),
    ...(parent === undefined ? {} : { parent: boundParent(app, parent) }),
    ...(repository === undefined ? {} : { repository: boundRepository(repository) }),
  };
}

/** A commit id is told in full or not at all; names are cut. */
function boundRepository(
  repository: NonNullable<SourceIdentity['repository']>,
): NonNullable<SourceIdentity['repository']> {
  const { head, ...names } = repository;
  const cut = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, name.slice(0, MOST_NAME)]));
  return COMMIT.test(head ?? '') ? { ...cut, head: head as string } : cut;
}

function boundParent(
  app: Pick<AppContext, 'keyedDigest'>,
  parent: NonNullable<SourceIdentity['parent']>,
): NonNullable<SourceIdentity['parent']> {
  const at = parent.at === undefined ? {} : { at: boundId(app, parent.at) };
  return { nativeId: boundId(app, parent.nativeId), kind: parent.kind, ...at };
}

/** Redacts what was observed of a folder. */
export function redactWhere(redactor: Redactor, where: Where): Where {
  return redactStrings(redactor, where);
}
