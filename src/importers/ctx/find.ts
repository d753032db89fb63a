import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { OpenBytes, OpenSource, SourceLine, SourceReader } from '../../app/ports/source-reader.ts';
import { asObject } from '../../kernel/json-fields.ts';
import { findFiles } from '../find-files.ts';
import { type RecordPiece, recordSource } from '../record-source.ts';
import { ctxSession, ctxType } from './ctx-record.ts';

/** Files of the exchange format that are found in a folder; any other is named. */
const WANTED = /(?:^ctx-history.*|\.ctx(?:-history)?)\.jsonl$/;
/** Lines among which the first of the format is looked for. */
const HEAD_LINES = 8;

type Found = SourceFile | SkippedPath;

function sessionOf(line: SourceLine): string | undefined {
  return line.kind === 'record' ? ctxSession(asObject(line.value)) : undefined;
}

/** Whether a file begins as one of the exchange format. */
function isExchange(source: OpenBytes): boolean {
  let seen = 0;
  for (const line of source.lines({ offset: 0, line: 0 })) {
    if (line.kind === 'record' && ctxType(asObject(line.value)) !== undefined) return true;
    seen += 1;
    if (seen >= HEAD_LINES) break;
  }
  return false;
}

/** The sessions of a file, in order of first sight; none of a file of another format. */
function sessionsIn(file: SourceFile, sources: SourceReader): readonly string[] {
  const source = sources.open(file);
  if ('code' in source) return [];
  const found = new Set<string>();
  try {
    if (!isExchange(source)) return [];
    for (const line of source.lines({ offset: 0, line: 0 })) {
      const session = sessionOf(line);
      if (session !== undefined) found.add(session);
    }
  } finally {
    source.close();
  }
  return [...found];
}

/** Finds the sessions of exchange files: each is a source of its own. */
export function* findCtxSessions(path: string, sources: SourceReader): Generator<Found> {
  for (const found of findFiles(path, { wants: (name) => WANTED.test(name) })) {
    const parts = 'code' in found ? [] : sessionsIn(found, sources);
    if (parts.length === 0) yield found;
    for (const part of parts) yield { ...(found as SourceFile), part };
  }
}

/** The lines of one session. What cannot be read is told with the first session of the file. */
function* piecesOf(source: OpenBytes, part: string): Generator<RecordPiece> {
  let first: string | undefined;
  let damaged = 0;
  for (const line of source.lines({ offset: 0, line: 0 })) {
    if (line.kind === 'malformed' || line.kind === 'too-long') damaged += 1;
    const session = sessionOf(line);
    first ??= session;
    if (line.kind === 'record' && session === part) yield { bytes: line.bytes };
  }
  for (let line = first === part ? damaged : 0; line > 0; line -= 1)
    yield { damage: 'a line of the file is no record' };
}

/** Opens one session of an exchange file. */
export function openCtx(file: SourceFile, sources: SourceReader): OpenSource | SkippedPath {
  const source = sources.open(file);
  const { part } = file;
  if ('code' in source || part === undefined) return source;
  const { size, mtimeNs, ctimeNs, inode } = source;
  return recordSource({
    size,
    mtimeNs,
    ctimeNs,
    inode,
    pieces: () => piecesOf(source, part),
    close: () => source.close(),
  });
}
