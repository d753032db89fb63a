import { basename, dirname } from 'node:path';
import type { ForeignClaim, SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { SourceReader } from '../../app/ports/source-reader.ts';
import { asObject, isTrue, type JsonObject, listField, numberField, textField } from '../../kernel/json-fields.ts';
import { findFiles } from '../find-files.ts';
import { lineKind } from './levelcode-record.ts';

const FACTS = 'facts.jsonl';
const JOURNAL = 'journal.jsonl';
/** Session files that are looked into for the project's folder. */
const MOST_LOOKED = 20;
/** Surer than this, the tool says that it saw it. */
const SURE = 0.8;

function textsOf(record: JsonObject, name: string): readonly string[] {
  return listField(record, name).flatMap((value) => (typeof value === 'string' ? [value] : []));
}

function sessionOf(record: JsonObject): string | undefined {
  return textField(record, 'source_session') ?? textField(record, 'session') ?? textField(record, 'session_id');
}

function learned(record: JsonObject): Pick<ForeignClaim, 'learnedAt' | 'session'> {
  const learnedAt = textField(record, 'learned_at') ?? textField(record, 't') ?? textField(record, 'at');
  const session = sessionOf(record);
  return { ...(learnedAt === undefined ? {} : { learnedAt }), ...(session === undefined ? {} : { session }) };
}

/** A fact that was confirmed in LevelCode says so with a tag: it is not confirmed here. */
function factOf(record: JsonObject, project: string | null): readonly ForeignClaim[] {
  const text = textField(record, 'text');
  if (text === undefined) return [];
  const isConfirmed = isTrue(record, 'confirmed');
  const confidence = isConfirmed || (numberField(record, 'confidence') ?? 0) >= SURE ? 'observed' : 'inferred';
  const tags = isConfirmed ? { tags: ['confirmed-in-levelcode'] } : {};
  return [{ text, kind: 'fact', confidence, ...tags, ...learned(record), project, key: 'fact' }];
}

/** What a sealed session came to, and what was decided in it. */
function outcomesOf(record: JsonObject, project: string | null): readonly ForeignClaim[] {
  const paths = textsOf(record, 'files');
  const about = { confidence: 'inferred', ...learned(record), project } as const;
  const touched = paths.length === 0 ? {} : { paths };
  const outcome = textField(record, 'outcome');
  const decisions = textsOf(record, 'decisions').map(
    (text): ForeignClaim => ({ text, kind: 'decision', ...touched, ...about, key: `decision ${sessionOf(record)}` }),
  );
  if (outcome === undefined) return decisions;
  return [{ text: outcome, kind: 'fact', ...touched, ...about, key: `outcome ${sessionOf(record)}` }, ...decisions];
}

/** The folder of the project that some session beside the memory names. */
function projectBeside(folder: string, sources: SourceReader): string | null {
  let looked = 0;
  for (const file of findFiles(folder, { wants: (name) => name.endsWith('.jsonl'), enters: () => false })) {
    if ('code' in file) continue;
    looked += 1;
    if (looked > MOST_LOOKED) break;
    const [first] = sources.head(file)?.records ?? [];
    const meta = asObject(first);
    const project = lineKind(meta) === 'meta' ? textField(meta, 'project') : undefined;
    if (project !== undefined) return project;
  }
  return null;
}

function isMemory(path: string): boolean {
  return [FACTS, JOURNAL].includes(basename(path)) && basename(dirname(path)) === 'memory';
}

function* claimsIn(file: SourceFile, sources: SourceReader): Generator<ForeignClaim | SkippedPath> {
  const source = sources.open(file);
  if ('code' in source) {
    yield source;
    return;
  }
  const project = projectBeside(dirname(dirname(file.path)), sources);
  const read = basename(file.path) === FACTS ? factOf : outcomesOf;
  try {
    for (const line of source.lines({ offset: 0, line: 0 })) {
      const record = line.kind === 'record' ? asObject(line.value) : undefined;
      if (record !== undefined) yield* read(record, project);
    }
  } finally {
    source.close();
  }
}

/** Claims in what LevelCode remembers of its projects: `memory/facts.jsonl` and `memory/journal.jsonl` beside the sessions. */
export function* levelcodeClaims(path: string, sources: SourceReader): Generator<ForeignClaim | SkippedPath> {
  for (const file of findFiles(path, { wants: (name) => name === FACTS || name === JOURNAL }))
    if (!('code' in file) && isMemory(file.path)) yield* claimsIn(file, sources);
}
