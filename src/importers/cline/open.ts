import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { OpenSource, SourceReader } from '../../app/ports/source-reader.ts';
import type { Usage } from '../../domain/conversation.ts';
import { asObject, type JsonObject, numberField } from '../../kernel/json-fields.ts';
import { cutDocument, MAX_DOCUMENT_BYTES, openDocumentOrLines } from '../document-source.ts';
import { parseJson } from '../parse-json.ts';
import { type RecordPiece, recordSource } from '../record-source.ts';
import { clineRecord, wordOf } from './cline-record.ts';
import { API_FILE, taskOf, UI_FILE } from './places.ts';
import { modelOf, requestUsage } from './ui-messages.ts';

function readWhole(path: string): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > MAX_DOCUMENT_BYTES) return undefined;
    const bytes = Buffer.alloc(stats.size);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function linesOf(path: string): readonly JsonObject[] {
  const lines = parseJson(readWhole(join(dirname(path), UI_FILE))?.toString('utf8') ?? '');
  const all = Array.isArray(lines) ? lines.map(asObject) : [];
  return all.filter((line): line is JsonObject => line !== undefined && clineRecord(line) === 'ui');
}

function sumOf(requests: readonly JsonObject[]): Usage {
  const sum = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (const usage of requests.map(requestUsage)) {
    for (const name of ['input', 'output', 'cacheRead', 'cacheWrite'] as const) sum[name] += usage?.[name] ?? 0;
  }
  return sum;
}

function spanOf(lines: readonly JsonObject[]): { readonly firstTs?: number; readonly lastTs?: number } {
  if (lines.length === 0) return {};
  const times = lines.map((line) => numberField(line, 'ts') ?? 0);
  return { firstTs: times.reduce((a, b) => Math.min(a, b)), lastTs: times.reduce((a, b) => Math.max(a, b)) };
}

/**
 * What the lines that the person saw tell of times, models and costs: the rest stands in what the model was sent. It is
 * there without them too, as what says that a file written anew is the same task.
 */
function taskRecord(path: string): RecordPiece {
  const lines = linesOf(path);
  const requests = lines.filter((line) => wordOf(line) === 'api_req_started');
  const models = new Set(lines.flatMap((line) => modelOf(line) ?? []));
  const costs = requests.length === 0 ? {} : { requests: requests.length, tokens: sumOf(requests) };
  const clineTask = { id: taskOf(path), ...spanOf(lines), models: [...models], ...costs };
  return { bytes: Buffer.from(JSON.stringify({ clineTask })) };
}

/** Opens a task: a document that is a list, with what the other file beside it tells. */
export function openCline(file: SourceFile, sources: SourceReader): OpenSource | SkippedPath {
  if (basename(file.path) !== API_FILE) return openDocumentOrLines(file, sources, { lists: [] });
  const source = sources.open(file);
  if ('code' in source) return source;
  const { size, mtimeNs, ctimeNs, inode } = source;
  source.close();
  const bytes = readWhole(file.path);
  if (bytes === undefined) return { path: file.path, code: 'too-large', message: 'is too large a document to read' };
  const task = taskRecord(file.path);
  return recordSource({
    size,
    mtimeNs,
    ctimeNs,
    inode,
    *pieces() {
      yield* cutDocument(bytes, { lists: [] });
      yield task;
    },
  });
}
