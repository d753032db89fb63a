import type { SkippedPath, SourceFile } from '../app/ports/importer.ts';
import type { OpenBytes, OpenSource, SourceReader } from '../app/ports/source-reader.ts';
import { frameLines } from './line-frames.ts';
import { type RecordPiece, recordSource } from './record-source.ts';

/** A line longer than this is left out and counted. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** How much of a file is looked at for the mark of its agent. */
const HEAD_BYTES = 64 * 1024;

/** A line of prose, without its end. */
export interface TextLine {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
}

/** How text becomes records. */
export interface TextCut {
  /** What the beginning of every file of the agent holds; without it a file is none of the agent's. */
  readonly mark: RegExp;
  /** What the file would hold, for the notice that it is not one. */
  readonly holds: string;
  /** A last line without its end is not read yet: the agent ends every line that it writes. */
  readonly wholeLines?: boolean;
  /** Makes the same records of the same lines every time. */
  readonly records: (lines: Iterable<TextLine>) => Iterable<object>;
}

const TOO_LONG: RecordPiece = { damage: `a line is longer than ${MAX_LINE_BYTES} bytes` };

function plainLine(bytes: Buffer, isFirst: boolean): string {
  const text = bytes.toString('utf8').replace(/\r$/, '');
  return isFirst ? text.replace(/^\ufeff/, '') : text;
}

/** Lines of a file; the number of those that are too long to read is counted. */
function* linesOf(source: OpenBytes, { wholeLines = false }: TextCut, lost: { count: number }): Generator<TextLine> {
  let number = 0;
  const read = (into: Uint8Array, position: number): number => source.read(into, position);
  for (const { bytes, terminated } of frameLines({ read }, 0, MAX_LINE_BYTES)) {
    if (wholeLines && !terminated) break;
    number += 1;
    if (bytes === undefined) lost.count += 1;
    else yield { number, text: plainLine(bytes, number === 1) };
  }
}

function* piecesOf(source: OpenBytes, cut: TextCut): Generator<RecordPiece> {
  const lost = { count: 0 };
  for (const record of cut.records(linesOf(source, cut, lost))) yield { bytes: Buffer.from(JSON.stringify(record)) };
  for (let line = 0; line < lost.count; line += 1) yield TOO_LONG;
}

function readHead(source: OpenBytes): string {
  const bytes = Buffer.alloc(Math.min(HEAD_BYTES, source.textSize ?? source.size));
  return bytes.subarray(0, source.read(bytes, 0)).toString('utf8');
}

/** Opens a file of prose as the records that an agent's rules make of its lines. */
export function openText(file: SourceFile, sources: SourceReader, cut: TextCut): OpenSource | SkippedPath {
  const source = sources.open(file);
  if ('code' in source) return source;
  if (!cut.mark.test(readHead(source))) {
    source.close();
    return { path: file.path, code: 'not-a-session', message: `holds no ${cut.holds}` };
  }
  const { size, mtimeNs, ctimeNs, inode } = source;
  return recordSource({
    size,
    mtimeNs,
    ctimeNs,
    inode,
    pieces: () => piecesOf(source, cut),
    close: () => source.close(),
  });
}
