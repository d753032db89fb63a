import * as z from 'zod/mini';
import { SETTING_DEFAULTS } from './setting-defaults.ts';

/** A number of days, or `never`. Text such as `30d` or `30` is read as days; 0 is refused with a question. */
const daysOrNever = z.union([z.literal('never'), z.number().check(z.positive(), z.maximum(36_500))]);
const countOrNever = z.union([z.literal('never'), z.int().check(z.positive())]);
const relativeGlob = z.string().check(
  z.minLength(1),
  z.maxLength(200),
  z.refine((glob) => !/^([/\\~]|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)/.test(glob), 'a glob stays inside the project'),
);
/** A text that redaction lets stand: the tag of its placeholder, or its digest. */
const allowedText = z.string().check(z.regex(/^(?:[0-9a-f]{8}|sha256:[0-9a-f]{64})$/));

const SCHEMAS = {
  'retention.days': daysOrNever,
  'retention.maxSessions': countOrNever,
  'retention.archiveAfter': daysOrNever,
  'sessions.scope': z.enum(['project', 'all']),
  'capture.sync': z.boolean(),
  'memory.enabled': z.boolean(),
  'digest.tokens': z.int().check(z.minimum(0), z.maximum(1500)),
  'project.labels': z.array(z.string().check(z.minLength(1), z.maxLength(50))).check(z.maxLength(20)),
  'policy.globs': z.array(relativeGlob).check(z.maxLength(50)),
  'redaction.allow': z.array(allowedText).check(z.maxLength(200)),
  'summarizer.command': z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.maxLength(50)),
  'summarizer.timeout': z.int().check(z.minimum(1), z.maximum(3600)),
  'summarizer.tokens': z.int().check(z.minimum(1000), z.maximum(10_000_000)),
  'extractor.command': z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.maxLength(50)),
  'extractor.timeout': z.int().check(z.minimum(1), z.maximum(3600)),
  'extractor.tokens': z.int().check(z.minimum(1000), z.maximum(10_000_000)),
};

/** Every key of config.json, dotted. */
export type SettingKey = keyof typeof SCHEMAS;
/** The value of one key once it is checked. */
export type SettingValue<Key extends SettingKey> = z.infer<(typeof SCHEMAS)[Key]>;

/** All settings with a value for each key. */
export type SettingValues = { readonly [Key in SettingKey]: SettingValue<Key> };

interface SettingFacts {
  readonly summary: string;
  /** What is accepted, in words. */
  readonly accepts: string;
  /** Whether `.loom/config.json` of a project may set it. */
  readonly project: boolean;
}

/** What each key is about. */
export const SETTING_FACTS: { readonly [Key in SettingKey]: SettingFacts } = {
  'retention.days': {
    summary: 'Days without use after which `sessions delete --expired` takes a session.',
    accepts: 'never, or days such as 30 or 30d',
    project: false,
  },
  'retention.maxSessions': {
    summary: 'Number of sessions beyond which `sessions delete --expired` takes the oldest.',
    accepts: 'never, or a whole number above 0',
    project: false,
  },
  'retention.archiveAfter': {
    summary: 'Days without use after which `sessions archive --expired` takes a session.',
    accepts: 'never, or days such as 30 or 30d',
    project: false,
  },
  'sessions.scope': {
    summary: 'What lists show without --project and --all.',
    accepts: 'project or all',
    project: false,
  },
  'capture.sync': {
    summary: 'Whether hooks also keep the transcript and a whole snapshot, in the background, when an agent stops.',
    accepts: 'true or false',
    project: false,
  },
  'memory.enabled': {
    summary: 'Whether memory records are proposed at all; a project can only turn it off.',
    accepts: 'true or false',
    project: true,
  },
  'digest.tokens': {
    summary: 'Size of the memory digest in estimated tokens; a project can only make it smaller.',
    accepts: 'a whole number from 0 to 1500',
    project: true,
  },
  'project.labels': {
    summary: 'Labels of the project. No command reads them yet.',
    accepts: 'words, separated by commas',
    project: true,
  },
  'policy.globs': {
    summary: 'More files that count as policy, inside the project.',
    accepts: 'relative globs, separated by commas',
    project: true,
  },
  'redaction.allow': {
    summary: 'Texts that redaction lets stand although a rule takes them for secrets.',
    accepts:
      'tags as placeholders show them (8 hex digits), or sha256: and the digest of the text, separated by commas',
    project: false,
  },
  'summarizer.command': {
    summary: 'Program and arguments by which `sessions compact` has a summary written: text in, summary out.',
    accepts: 'words, separated by commas, or a JSON list of words',
    project: false,
  },
  'summarizer.timeout': {
    summary: 'Seconds that the summarizer may take.',
    accepts: 'a whole number from 1 to 3600',
    project: false,
  },
  'summarizer.tokens': {
    summary: 'Estimated tokens that the summarizer is given at most.',
    accepts: 'a whole number from 1000 to 10000000',
    project: false,
  },
  'extractor.command': {
    summary: 'Program and arguments that `sessions close` asks what is worth remembering: text in, proposals out.',
    accepts: 'words, separated by commas, or a JSON list of words',
    project: false,
  },
  'extractor.timeout': {
    summary: 'Seconds that the extractor may take.',
    accepts: 'a whole number from 1 to 3600',
    project: false,
  },
  'extractor.tokens': {
    summary: 'Estimated tokens that the extractor is given at most.',
    accepts: 'a whole number from 1000 to 10000000',
    project: false,
  },
};

/** All keys, in the order they are listed. */
export const SETTING_KEYS = Object.keys(SCHEMAS) as readonly SettingKey[];

/** Reads a key; `undefined` for any other text. */
export function parseSettingKey(text: string): SettingKey | undefined {
  return SETTING_KEYS.find((key) => key === text);
}

/** A checked value, or what is wrong with it. */
export type CheckedSetting =
  | { readonly ok: true; readonly value: SettingValues[SettingKey] }
  | { readonly ok: false; readonly problem: string };

function isDays(key: SettingKey): boolean {
  return SCHEMAS[key] === daysOrNever;
}

/** Checks a JSON value for a key. */
export function checkSetting(key: SettingKey, value: unknown): CheckedSetting {
  const number = isDays(key) && typeof value === 'string' ? daysOf(value) : value;
  if (number === 0 && SETTING_DEFAULTS[key] === 'never') {
    return { ok: false, problem: 'cannot be 0: off is "never"; or is everything to be deleted?' };
  }
  const result = SCHEMAS[key].safeParse(number);
  if (result.success) return { ok: true, value: result.data as SettingValues[SettingKey] };
  return { ok: false, problem: `must be ${SETTING_FACTS[key].accepts}` };
}

function daysOf(text: string): string | number {
  const match = /^(\d+(?:\.\d+)?)d?$/.exec(text);
  return match === null ? text : Number(match[1]);
}

function readBoolean(text: string): unknown {
  if (/^(?:true|on|yes|1)$/i.test(text)) return true;
  return /^(?:false|off|no|0)$/i.test(text) ? false : text;
}

/** Words separated by commas, or a JSON list where a word holds a comma. */
function wordsOf(text: string): unknown {
  if (!text.startsWith('[')) return text.split(',').map((word) => word.trim());
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Checks a value typed on the command line or set in the environment. */
export function checkSettingText(key: SettingKey, text: string): CheckedSetting {
  const trimmed = text.trim();
  if (Array.isArray(SETTING_DEFAULTS[key])) {
    return checkSetting(key, trimmed === '' ? [] : wordsOf(trimmed));
  }
  if (typeof SETTING_DEFAULTS[key] === 'boolean') return checkSetting(key, readBoolean(trimmed));
  return checkSetting(key, /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed);
}
