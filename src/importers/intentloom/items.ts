import { basename } from 'node:path';
import type { ForeignClaim, SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { OpenBytes, SourceReader } from '../../app/ports/source-reader.ts';
import type { MemoryKind } from '../../events/memory-data.ts';
import { asObject, type JsonObject, listField, textField } from '../../kernel/json-fields.ts';
import { findFiles } from '../find-files.ts';
import { parseJson } from '../parse-json.ts';
import { intentloomProject, liesIn } from './places.ts';

const MOST_BYTES = 1024 * 1024;
const WANTED = /\.(?:jsonl?|md)$/;
const KINDS: ReadonlySet<string> = new Set([
  'decision',
  'constraint',
  'preference',
  'fact',
  'procedure',
  'reference',
] satisfies MemoryKind[]);
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;

function kindOf(word: string | undefined): MemoryKind {
  return word !== undefined && KINDS.has(word) ? (word as MemoryKind) : 'fact';
}

function textsOf(item: JsonObject, name: string): readonly string[] {
  return listField(item, name).flatMap((value) => (typeof value === 'string' ? [value] : []));
}

/** An item as a claim; it has its text under one of a few names. */
function claimOf(item: JsonObject, path: string): readonly ForeignClaim[] {
  const text = ['text', 'content', 'statement', 'summary', 'body'].flatMap((name) => textField(item, name) ?? [])[0];
  if (text === undefined) return [];
  const learnedAt = textField(item, 'createdAt') ?? textField(item, 'created_at') ?? textField(item, 'learned_at');
  const session = textField(item, 'sessionId') ?? textField(item, 'session_id') ?? textField(item, 'session');
  const [tags, paths] = [textsOf(item, 'tags'), textsOf(item, 'paths')];
  return [
    {
      text: text.trim(),
      kind: kindOf(textField(item, 'kind') ?? textField(item, 'type')),
      confidence: 'inferred',
      ...(tags.length === 0 ? {} : { tags }),
      ...(paths.length === 0 ? {} : { paths }),
      ...(learnedAt === undefined ? {} : { learnedAt }),
      ...(session === undefined ? {} : { session }),
      project: intentloomProject(path),
      key: `item ${textField(item, 'id') ?? basename(path)}`,
    },
  ];
}

/** A page of Markdown: simple members of its front matter, and the text below. */
function pageOf(text: string): JsonObject {
  const matter = FRONT_MATTER.exec(text);
  const members = (matter?.[1] ?? '').split('\n').flatMap((line): [string, string][] => {
    const [name, value] = [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()];
    return line.includes(':') && value !== '' ? [[name, value.replace(/^["']|["']$/g, '')]] : [];
  });
  return Object.fromEntries([...members, ['text', text.slice(matter?.[0].length ?? 0)]]);
}

function readText(source: OpenBytes): string {
  const bytes = Buffer.alloc(Math.min(source.size, MOST_BYTES));
  return bytes.subarray(0, source.read(bytes, 0)).toString('utf8');
}

function itemsOf(text: string, path: string): readonly (JsonObject | undefined)[] {
  if (path.endsWith('.md')) return [pageOf(text)];
  const whole = parseJson(text);
  if (whole === undefined) return text.split('\n').map((line) => asObject(parseJson(line)));
  return Array.isArray(whole) ? whole.map(asObject) : [asObject(whole)];
}

function claimsIn(file: SourceFile, sources: SourceReader): readonly (ForeignClaim | SkippedPath)[] {
  const source = sources.open(file);
  if ('code' in source) return [source];
  try {
    return itemsOf(readText(source), file.path).flatMap((item) => (item === undefined ? [] : claimOf(item, file.path)));
  } finally {
    source.close();
  }
}

/** Claims in the items that intentloom remembers. */
export function* intentloomClaims(path: string, sources: SourceReader): Generator<ForeignClaim | SkippedPath> {
  for (const file of findFiles(path, { wants: (name) => WANTED.test(name) }))
    if (!('code' in file) && liesIn(file.path, 'items')) yield* claimsIn(file, sources);
}
