import { parse as parseToml } from 'smol-toml';

/** A parsed settings value. */
export type SettingsObject = Readonly<Record<string, unknown>>;

/** Narrows to a plain object. */
export function asSettings(value: unknown): SettingsObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as SettingsObject) : undefined;
}

/** The own member of a name at the end of a path of names. */
export function settingAt(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((found, name) => {
    const object = asSettings(found);
    return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
  }, value);
}

/** The member as an object; an empty one for anything else. */
export function objectAt(value: unknown, ...names: readonly string[]): SettingsObject {
  return asSettings(settingAt(value, ...names)) ?? {};
}

export function textAt(value: unknown, ...names: readonly string[]): string | undefined {
  const found = settingAt(value, ...names);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** The texts of a member that is a list, or one text. */
export function textsAt(value: unknown, ...names: readonly string[]): readonly string[] {
  const found = settingAt(value, ...names);
  if (typeof found === 'string') return [found];
  return Array.isArray(found) ? found.filter((item) => typeof item === 'string') : [];
}

const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const STRING_OR_COMMA = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g;

/** Parses JSON with comments and trailing commas. Throws SyntaxError. */
export function parseJsonc(text: string): unknown {
  const keepStrings = (match: string): string => (match.startsWith('"') ? match : ' ');
  const bare = text.replace(/^\uFEFF/, '').replace(STRING_OR_COMMENT, keepStrings);
  return JSON.parse(bare.replace(STRING_OR_COMMA, (match) => (match.startsWith('"') ? match : '')));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value === 'bigint' || value instanceof Date) return String(value);
  const object = asSettings(value);
  if (object === undefined) return value;
  const names = Object.keys(object).sort();
  return names.map((name) => [name, sortKeys(object[name])]);
}

/** One text for every way to write the same settings. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(sortKeys(value)) ?? 'null';
}

/** Parses a settings file; `undefined` when it is none. An empty file is an empty object. */
export function parseSettings(text: string, format: 'json' | 'toml'): SettingsObject | undefined {
  if (text.trim() === '') return {};
  try {
    return asSettings(format === 'toml' ? parseToml(text) : parseJsonc(text));
  } catch {
    return undefined;
  }
}
