import { type ForeignFile, readForeignPath, replaceForeignFile } from '../../files/foreign-file.ts';
import { realPlace } from '../../files/held-folder.ts';
import { sayErrno } from '../../kernel/errno-of.ts';
import { LoomError } from '../../kernel/loom-error.ts';
import { type ConfigFile, parseConfig } from './config-file.ts';
import { MOST_BYTES } from './read-config-text.ts';
import type { SettingKey, SettingValues } from './setting-keys.ts';

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function changed(document: Readonly<Json>, [word = '', ...rest]: readonly string[], value: unknown): Json {
  const copy: Json = { ...document };
  if (rest.length > 0) {
    const member = changed(isObject(document[word]) ? document[word] : {}, rest, value);
    if (Object.keys(member).length > 0) copy[word] = member;
    else delete copy[word];
  } else if (value === undefined) delete copy[word];
  else copy[word] = value;
  return copy;
}

function damagedFile(path: string, warning: string): LoomError {
  return new LoomError({
    kind: 'problem',
    code: 'config-damaged',
    message: `${warning}, so it is not changed`,
    hints: [`repair it by hand, or take the last valid one: cp '${path}.valid' '${path}'`],
  });
}

function storageFailed(code: string, message: string, cause: unknown): LoomError {
  return cause instanceof LoomError ? cause : new LoomError({ kind: 'storage', code, message, cause });
}

/** A file of the person's own; a link to it stays a link. */
function readFile(path: string): ForeignFile {
  try {
    return readForeignPath(realPlace(path), MOST_BYTES);
  } catch (cause) {
    throw storageFailed('config-not-read', `cannot read ${path} (${sayErrno(cause)}), so it is not changed`, cause);
  }
}

function parsed(path: string, { bytes }: ForeignFile): ConfigFile | undefined {
  if (bytes === null) return undefined;
  const config = parseConfig(path, bytes.toString('utf8'), 'user');
  if (!config.readable) throw damagedFile(path, config.warnings[0] ?? path);
  return config;
}

/**
 * Reads the user's config.json for changing it; `undefined` where there is none. Throws LoomError `problem` for a damaged file,
 * `storage` for one that cannot be read: neither is taken for none.
 */
export function readOwnConfig(path: string): ConfigFile | undefined {
  return parsed(path, readFile(path));
}

/**
 * Sets a key of the user's config.json, or removes it (`undefined`); other keys, unknown ones too, stay. A copy that is known
 * to be valid is kept beside it as `config.json.valid`. Throws what {@link readOwnConfig} throws, and `storage` when writing fails.
 */
export function writeSetting(path: string, key: SettingKey, value: SettingValues[SettingKey] | undefined): void {
  const file = readFile(path);
  const document = parsed(path, file)?.document ?? {};
  const content = `${JSON.stringify(changed(document, key.split('.'), value), null, 2)}\n`;
  try {
    replaceForeignFile(file, content, { file: 0o600 });
    replaceForeignFile(readFile(`${path}.valid`), content, { file: 0o600 });
  } catch (cause) {
    throw storageFailed('config-not-written', `cannot write ${path}`, cause);
  }
}
