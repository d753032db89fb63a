import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { LoomError } from '../../kernel/loom-error.ts';
import { makeFolders } from '../make-folders.ts';
import { readConfig } from './config-file.ts';
import type { SettingKey, SettingValues } from './setting-keys.ts';

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Replaces a file as a whole: readers see the old bytes or the new ones, also after a crash. */
function replaceFile(path: string, content: string): void {
  makeFolders(dirname(path));
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const descriptor = openSync(temporary, 'w', 0o600);
    try {
      writeFileSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
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

/**
 * Sets a key of the user's config.json, or removes it (`undefined`); other keys, unknown ones too, stay. A copy that is known
 * to be valid is kept beside it as `config.json.valid`. Throws LoomError `problem` for a damaged file, `storage` when writing fails.
 */
export function writeSetting(path: string, key: SettingKey, value: SettingValues[SettingKey] | undefined): void {
  const file = readConfig(path, 'user');
  if (file !== undefined && !file.readable) throw damagedFile(path, file.warnings[0] ?? path);
  const content = `${JSON.stringify(changed(file?.document ?? {}, key.split('.'), value), null, 2)}\n`;
  try {
    replaceFile(path, content);
    replaceFile(`${path}.valid`, content);
  } catch (cause) {
    throw new LoomError({ kind: 'storage', code: 'config-not-written', message: `cannot write ${path}`, cause });
  }
}
