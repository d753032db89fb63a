import { dirname, join, resolve, sep } from 'node:path';
import type { Where } from '../events/session-data.ts';
import type { CapabilityGrant, LeftOut, PolicyFile } from '../events/snapshot-data.ts';
import { withoutLoomBlock } from '../kernel/loom-marks.ts';
import { comparePaths } from './git-path.ts';
import { type Granted, type GrantReading, sortedPrograms, sortedTexts } from './grant-parts.ts';
import { leftOut } from './left-out.ts';
import { ownHooks } from './own-loom.ts';
import { canonicalText, parseSettings } from './parse-settings.ts';
import { matchGlobs } from './policy-globs.ts';
import {
  HOOK_GLOBS,
  HOOKS_OF_COPILOT,
  INSTRUCTIONS,
  listPolicyPlaces,
  type PolicyPlace,
  RULE_GLOBS,
} from './policy-places.ts';
import { readPolicyText } from './read-policy-file.ts';
import type { Looking } from './snapshots.ts';

/** A shared state file of an agent grows with its use. */
const SHARED_LIMIT = 16 * 1024 * 1024;
const MOST_IMPORT_DEPTH = 5;
const IMPORT = /(?:^|\s)@((?:~\/|\.{1,2}\/|\/)?[\w.-][\w./-]*)/g;
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;

/** Policy of a project as it is now. */
export interface SeenPolicy {
  readonly files: readonly PolicyFile[];
  readonly grants: readonly CapabilityGrant[];
  readonly left: readonly LeftOut[];
}

interface PolicyWalk {
  readonly looking: Looking;
  readonly reading: GrantReading;
  readonly files: PolicyFile[];
  readonly grants: CapabilityGrant[];
  readonly unreadable: string[];
  readonly beyond: string[];
  readonly seen: Set<string>;
  /** Files that globs and imports added. */
  added: number;
}

/** Instructions without loom's own block and without what only forms them: line ends, trailing spaces, blank ends. */
function plainInstructions(text: string): string {
  const lines = withoutLoomBlock(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')).split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

function grantOf(place: PolicyPlace, granted: Granted, redact: (text: string) => string): CapabilityGrant | undefined {
  if (place.agent === undefined) return undefined;
  const { allow = [], ask = [], deny = [], folders = [], programs = [], ...modes } = granted;
  const lists = [allow, ask, deny, folders, programs];
  if (lists.every((list) => list.length === 0) && Object.keys(modes).length === 0) return undefined;
  const texts = (list: readonly string[]): readonly string[] => sortedTexts(list.map(redact));
  return {
    agent: place.agent,
    level: place.level,
    source: place.path,
    ...modes,
    ...(modes.mode === undefined ? {} : { mode: redact(modes.mode) }),
    ...(modes.sandbox === undefined ? {} : { sandbox: redact(modes.sandbox) }),
    allow: texts(allow),
    ask: texts(ask),
    deny: texts(deny),
    folders: texts(folders),
    programs: sortedPrograms(programs),
  };
}

interface Meaning {
  readonly meaning: string;
  readonly unparsed?: true;
  readonly isNothing?: true;
}

/** What a file means beside what it grants; the grant is noted. */
function readMeaning(walk: PolicyWalk, place: PolicyPlace, text: string): Meaning {
  if (place.format === 'text') return { meaning: plainInstructions(text) };
  const settings = parseSettings(text, place.format);
  if (settings === undefined) return { meaning: text, unparsed: true };
  if (place.settings === undefined) return { meaning: canonicalText(settings) };
  const { granted, rest, isNothing } = place.settings(settings, walk.reading);
  const grant = grantOf(place, granted, walk.reading.redact);
  if (grant !== undefined) walk.grants.push(grant);
  return { meaning: canonicalText(rest), ...(isNothing === true ? { isNothing } : {}) };
}

function seeFile(walk: PolicyWalk, place: PolicyPlace, inside?: string): string | undefined {
  const { limits, keyedDigest } = walk.looking;
  const limit = place.shared === true ? SHARED_LIMIT : limits.fileBytes;
  const read = readPolicyText(place.file, { limit, ...(inside === undefined ? {} : { inside }) });
  if (read.state === 'unreadable') walk.unreadable.push(place.path);
  if (read.state !== 'file') return undefined;
  const { meaning, unparsed, isNothing } = readMeaning(walk, place, read.text);
  if (isNothing === true) return undefined;
  const digest = keyedDigest(`policy\0${place.path}\0${meaning}`);
  walk.files.push({
    path: walk.reading.redact(place.path),
    level: place.level,
    kind: place.kind,
    meaning: digest,
    bytes: place.shared === true ? digest : keyedDigest(`bytes\0${read.text}`),
    ...(unparsed === true ? { unparsed } : {}),
  });
  return place.kind === 'instructions' ? read.text : undefined;
}

/** Adds a file that a glob or an import names, within the bound. */
function seeAdded(walk: PolicyWalk, place: PolicyPlace, inside: string): string | undefined {
  if (walk.seen.has(place.file)) return undefined;
  walk.seen.add(place.file);
  if (walk.added >= walk.looking.limits.policyFiles) {
    walk.beyond.push(place.path);
    return undefined;
  }
  walk.added += 1;
  return seeFile(walk, place, inside);
}

/** Files that instructions take in with `@path`, outside of code. */
export function importedPaths(text: string): readonly string[] {
  return Array.from(text.replace(CODE, ' ').matchAll(IMPORT), ([, path]) => (path ?? '').replace(/[.]+$/, '')).filter(
    (path) => path.includes('/') || path.includes('.'),
  );
}

/** Takes in what instructions of the project import from within it; what lies elsewhere is not of the project. */
function seeImports(walk: PolicyWalk, from: { readonly file: string; readonly text: string }, depth: number): void {
  const { root } = walk.reading;
  if (depth > MOST_IMPORT_DEPTH) return;
  for (const path of importedPaths(from.text)) {
    const file = resolve(dirname(from.file), path);
    if (path.startsWith('~') || !file.startsWith(`${root}${sep}`)) continue;
    const shown = file.slice(root.length + 1).replaceAll('\\', '/');
    const text = seeAdded(walk, { ...INSTRUCTIONS, path: shown, file, level: 'project' }, root);
    if (text !== undefined) seeImports(walk, { file, text }, depth + 1);
  }
}

function seePlace(walk: PolicyWalk, place: PolicyPlace): void {
  if (walk.seen.has(place.file)) return;
  walk.seen.add(place.file);
  const text = seeFile(walk, place);
  if (text !== undefined && place.level === 'project') seeImports(walk, { file: place.file, text }, 1);
}

/** Reads instructions and settings of a place's project and of its user, and what they grant. Only digests leave it. */
export function seePolicy(
  looking: Looking,
  { where, globs }: { readonly where: Where; readonly globs: readonly string[] },
): SeenPolicy {
  const cwd = where.realCwd ?? where.cwd;
  const root = where.root ?? cwd;
  const redact = (text: string): string => looking.redactor.redact(text).text;
  const walk: PolicyWalk = {
    looking,
    reading: { root, cwd, redact, isOwnHook: ownHooks(root, looking), keyedDigest: looking.keyedDigest },
    files: [],
    grants: [],
    unreadable: [],
    beyond: [],
    seen: new Set(),
    added: 0,
  };
  if (where.missing !== true) {
    for (const place of listPolicyPlaces({ root, cwd }, looking.env)) seePlace(walk, place);
    for (const path of matchGlobs(root, HOOK_GLOBS))
      seeAdded(walk, { ...HOOKS_OF_COPILOT, path, file: join(root, path), level: 'project' }, root);
    for (const path of matchGlobs(root, [...RULE_GLOBS, ...globs]))
      seeAdded(walk, { ...INSTRUCTIONS, path, file: join(root, path), level: 'project' }, root);
  }
  const byPath = (left: PolicyFile, right: PolicyFile) => comparePaths(left.path, right.path);
  return {
    files: walk.files.sort(byPath),
    grants: walk.grants.sort((left, right) => comparePaths(left.source, right.source)),
    left: [...leftOut('policy-files', walk.beyond), ...leftOut('unreadable-files', walk.unreadable)],
  };
}
