import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { OpenBytes, OpenSource, SourceReader } from '../../app/ports/source-reader.ts';
import { type JsonObject, listField } from '../../kernel/json-fields.ts';
import { MAX_DOCUMENT_BYTES, openDocumentOrLines } from '../document-source.ts';
import { type RecordPiece, recordSource } from '../record-source.ts';
import { FoldedChat, readOperation } from './operation-log.ts';

const encoder = new TextEncoder();

function toPiece(value: unknown): RecordPiece {
  try {
    return { bytes: encoder.encode(JSON.stringify(value)) };
  } catch {
    return { damage: 'nested too deeply' };
  }
}

function firstRecord(source: OpenBytes): unknown {
  for (const line of source.lines({ offset: 0, line: 0 })) if (line.kind === 'record') return line.value;
  return undefined;
}

/** The requests of a chat, and last the chat without them: the records that its document would be cut into. */
function recordsOf(state: JsonObject): readonly RecordPiece[] {
  const frame = Object.entries(state).map(([key, value]) => [key, key === 'requests' ? [] : value]);
  return [...listField(state, 'requests').map(toPiece), toPiece(Object.fromEntries(frame))];
}

function foldLines(source: OpenBytes): readonly RecordPiece[] {
  const chat = new FoldedChat();
  const damages: RecordPiece[] = [];
  for (const line of source.lines({ offset: 0, line: 0 })) {
    if (line.kind === 'malformed' || line.kind === 'too-long') damages.push({ damage: line.reason });
    if (line.kind !== 'record') continue;
    const operation = readOperation(line.value);
    const isApplied = operation !== undefined && chat.apply(operation);
    if (!isApplied) damages.push({ damage: 'changes a place that is not there' });
  }
  return [...(chat.state === undefined ? [] : recordsOf(chat.state)), ...damages];
}

function openOperations(file: SourceFile, source: OpenBytes): OpenSource | SkippedPath {
  if (source.size > MAX_DOCUMENT_BYTES) {
    source.close();
    const message = `is a chat of more than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB`;
    return { path: file.path, code: 'too-large', message };
  }
  let folded: readonly RecordPiece[] | undefined;
  const pieces = (): readonly RecordPiece[] => {
    folded ??= foldLines(source);
    return folded;
  };
  const { size, mtimeNs, ctimeNs, inode } = source;
  return recordSource({ size, mtimeNs, ctimeNs, inode, pieces, close: () => source.close() });
}

function isBytes(source: OpenSource): source is OpenBytes {
  return 'read' in source;
}

/** Opens a chat, a document or a log of changes: the same chat gives the same records in either form. */
export function openVscodeChat(file: SourceFile, sources: SourceReader): OpenSource | SkippedPath {
  const source = openDocumentOrLines(file, sources, { lists: ['requests'] });
  if ('code' in source || !isBytes(source)) return source;
  return readOperation(firstRecord(source)) === undefined ? source : openOperations(file, source);
}
