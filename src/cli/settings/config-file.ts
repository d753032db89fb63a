import { closest } from '../closest.ts';
import { readConfigText } from './read-config-text.ts';
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

/** Keys have two words; what lies deeper is no setting. */
const MOST_DEPTH = 4;

/** Leaves of a nested object as dotted keys; a known key is a leaf whatever its value. */
function* leaves(value: Json, prefix = '', depth = 1): Iterable<readonly [key: string, value: unknown]> {
  for (const [name, member] of Object.entries(value)) {
    const key = prefix + name;
    const goesOn = isObject(member) && depth < MOST_DEPTH && parseSettingKey(key) === undefined;
    if (goesOn) yield* leaves(member, `${key}.`, depth + 1);
    else yield [key, member];
  }
}

function unknownKeyWarning(key: string): string {
  const guess = key.length > 100 ? undefined : closest(key, SETTING_KEYS);
  return `unknown key ${key.slice(0, 100)}${guess === undefined ? '' : `; did you mean ${guess}?`}`;
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

/** More than this is told as a number: a file may be made to fill the screen. */
const MOST_WARNINGS = 20;

/** Says what is wrong with a value when it is asked; `undefined` for a value that is taken. */
function takeValue(
  scope: ConfigText['scope'],
  taken: Taken,
  [name, value]: readonly [string, unknown],
): (() => string) | undefined {
  const key = parseSettingKey(name);
  if (key === undefined) return () => unknownKeyWarning(name);
  if (scope === 'project' && !SETTING_FACTS[key].project)
    return () => `${key} can only be set by you, not by a project; ignored`;
  const checked = checkSetting(key, value);
  if (!checked.ok) return () => `${key} ${checked.problem}; ignored`;
  taken.values[key] = checked.value;
  return undefined;
}

/** Takes the keys of a document that are known, allowed here and valid. */
function takeValues({ path, text, scope }: ConfigText, document: Json): Taken {
  const taken: Taken = { values: {}, warnings: [] };
  let untold = 0;
  for (const leaf of leaves(document)) {
    const problem = takeValue(scope, taken, leaf);
    if (problem === undefined) continue;
    if (taken.warnings.length < MOST_WARNINGS) taken.warnings.push(`${path}:${lineOfKey(text, leaf[0])}: ${problem()}`);
    else untold += 1;
  }
  if (untold > 0) taken.warnings.push(`${path}: ${untold} more keys and values that do not count`);
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
    const text = readConfigText(path, scope);
    return text.ok
      ? parseConfig(path, text.value, scope)
      : damaged(path, `${path}: ${text.refusal}; nothing in it counts`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    return damaged(path, `${path}: cannot be read (${code}); nothing in the file counts`);
  }
}
