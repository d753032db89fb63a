import { SNAPSHOT_VERSION, type SnapshotDocument } from './snapshot-data.ts';

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || isText(value);
}

function isListOf(value: unknown, fits: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}

function areTexts(fields: Fields, names: readonly string[]): boolean {
  return names.every((name) => isText(fields[name]));
}

function isDirty(value: unknown): boolean {
  return isFields(value) && areTexts(value, ['path', 'state']) && isOptionalText(value['digest']);
}

function isGit(value: unknown): boolean {
  if (value === null) return true;
  if (!isFields(value) || !isOptionalText(value['head']) || !isOptionalText(value['branch'])) return false;
  return isListOf(value['dirty'], isDirty);
}

function isPolicy(value: unknown): boolean {
  return isFields(value) && areTexts(value, ['path', 'level', 'kind', 'meaning', 'bytes']);
}

function isProgram(value: unknown): boolean {
  return isFields(value) && areTexts(value, ['kind', 'name', 'shown', 'digest']);
}

function isGrant(value: unknown): boolean {
  if (!isFields(value) || !areTexts(value, ['agent', 'level', 'source'])) return false;
  const lists = ['allow', 'ask', 'deny', 'folders'].every((name) => isListOf(value[name], isText));
  return lists && isListOf(value['programs'], isProgram);
}

function isLeft(value: unknown): boolean {
  return isFields(value) && isText(value['code']) && typeof value['count'] === 'number';
}

function isSnapshot(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isFields(value) || !isText(value['at']) || !isGit(value['git'])) return false;
  if (!isFields(value['where']) || !isText(value['where']['cwd'])) return false;
  return isListOf(value['policy'], isPolicy) && isListOf(value['grants'], isGrant) && isListOf(value['left'], isLeft);
}

function isTouched(value: unknown): boolean {
  if (!isFields(value) || !areTexts(value, ['path', 'access']) || !isOptionalText(value['digest'])) return false;
  return value['at'] === null || isText(value['at']);
}

/**
 * Reads the blob that a `snapshot.taken` event names; `undefined` for anything that is no document of this version. A check by
 * hand, since a resume must not wait for a validator to be loaded; `snapshotDocument` is the whole schema.
 */
export function parseSnapshotDocument(text: string): SnapshotDocument | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isFields(value) || value['v'] !== SNAPSHOT_VERSION || !isSnapshot(value['snapshot'])) return undefined;
  const touched = value['touched'];
  if (touched !== undefined && !isListOf(touched, isTouched)) return undefined;
  return value as unknown as SnapshotDocument;
}
