import { readFileSync } from 'node:fs';
import { closest } from '../closest.ts';
import {
  checkSetting,
  parseSettingKey,
  SETTING_FACTS,
  SETTING_KEYS,
  type SettingKey,
  type SettingValues,
} from './setting-keys.ts';

/** What one config.json said. */
export interface ConfigFile {
  readonly path: string;
  readonly values: Partial<SettingValues>;
  /** Unknown keys and values that cannot be, with file and line; they are left out of `values`. */
  readonly warnings: readonly string[];
  /** False when the file is there but is no JSON object, so that nothing in it counts. */
  readonly readable: boolean;
  /** The parsed object, unknown keys included, so that a change keeps what it does not know. */
  readonly document: Readonly<Record<string, unknown>>;
}

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lineAt(text: string, position: number): number {
  return text.slice(0, Math.max(0, position)).split('\n').length;
}

/** Line of a dotted key: each of its words is looked for as an object key after the one before. */
function lineOfKey(text: string, key: string): number {
  let position = 0;
  for (const word of key.split('.')) {
    const pattern = new RegExp(`${JSON.stringify(word).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*:`, 'g');
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match === null) break;
    position = match.index;
  }
  return lineAt(text, position);
}

/** Leaves of a nested object as dotted keys; a known key is a leaf whatever its value. */
function* leaves(value: Json, prefix = ''): Iterable<readonly [key: string, value: unknown]> {
  for (const [name, member] of Object.entries(value)) {
    const key = prefix + name;
    if (isObject(member) && parseSettingKey(key) === undefined) yield* leaves(member, `${key}.`);
    else yield [key, member];
  }
}

function unknownKeyWarning(place: string, key: string): string {
  const guess = closest(key, SETTING_KEYS);
  return `${place}: unknown key ${key}${guess === undefined ? '' : `; did you mean ${guess}?`}`;
}

interface ConfigText {
  readonly path: string;
  readonly text: string;
  readonly scope: 'user' | 'project';
}

interface Taken {
  readonly values: Partial<Record<SettingKey, unknown>>;
  readonly warnings: string[];
}

/** Takes the keys of a document that are known, allowed here and valid. */
function takeValues({ path, text, scope }: ConfigText, document: Json): Taken {
  const taken: Taken = { values: {}, warnings: [] };
  for (const [name, value] of leaves(document)) {
    const place = `${path}:${lineOfKey(text, name)}`;
    const key = parseSettingKey(name);
    if (key === undefined) taken.warnings.push(unknownKeyWarning(place, name));
    else if (scope === 'project' && !SETTING_FACTS[key].project) {
      taken.warnings.push(`${place}: ${key} can only be set by you, not by a project; ignored`);
    } else {
      const checked = checkSetting(key, value);
      if (checked.ok) taken.values[key] = checked.value;
      else taken.warnings.push(`${place}: ${key} ${checked.problem}; ignored`);
    }
  }
  return taken;
}

/** Where JSON.parse stopped, as a line; Node words it in two ways. */
function lineOfSyntaxError(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : '';
  const line = /line (\d+)/.exec(message);
  if (line !== null) return Number(line[1]);
  const position = /position (\d+)/.exec(message);
  return lineAt(text, position === null ? text.length : Number(position[1]));
}

function damaged(path: string, warning: string): ConfigFile {
  return { path, values: {}, warnings: [warning], readable: false, document: {} };
}

/** Parses the text of a config.json. Never throws: what is wrong becomes a warning with file and line. */
export function parseConfig(path: string, text: string, scope: 'user' | 'project'): ConfigFile {
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return damaged(path, `${path}:${lineOfSyntaxError(text, error)}: this is no JSON; nothing in the file counts`);
  }
  if (!isObject(document)) return damaged(path, `${path}:1: this is no JSON object; nothing in the file counts`);
  const { values, warnings } = takeValues({ path, text, scope }, document);
  return { path, values: values as Partial<SettingValues>, warnings, readable: true, document };
}

/** Reads a config.json; `undefined` when there is none. One that cannot be read is a warning, never an error. */
export function readConfig(path: string, scope: 'user' | 'project'): ConfigFile | undefined {
  try {
    return parseConfig(path, readFileSync(path, 'utf8'), scope);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    return damaged(path, `${path}: cannot be read (${code}); nothing in the file counts`);
  }
}
