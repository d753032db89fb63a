import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { OpenSource, SourceReader } from '../../app/ports/source-reader.ts';
import { MAX_DOCUMENT_BYTES } from '../document-source.ts';
import { type RecordPiece, recordSource } from '../record-source.ts';

const SPEAKER = /^(user|assistant|tool|system):[ \t]*\r?$/gm;

/** Whether a text is a transcript: somebody speaks in its first line. */
export function isTextTranscript(text: string): boolean {
  return /^\uFEFF?\s*(?:user|assistant|system):[ \t]*\r?\n/.test(text);
}

/** One record for each time that somebody speaks, in the form of the transcripts that are JSON. */
export function* cutTranscript(text: string): Generator<RecordPiece> {
  const turns = [...text.matchAll(SPEAKER)];
  for (const [index, { 0: line, 1: role, index: start }] of turns.entries()) {
    const said = text.slice(start + line.length, turns[index + 1]?.index ?? text.length).trim();
    const message = { content: [{ type: 'text', text: said }] };
    yield { bytes: new TextEncoder().encode(JSON.stringify({ role, message })) };
  }
}

/** Opens a transcript: JSON line by line, or a text that names who speaks. */
export function openTranscript(file: SourceFile, sources: SourceReader): OpenSource | SkippedPath {
  const source = sources.open(file);
  if ('code' in source || !file.path.endsWith('.txt')) return source;
  if (source.size > MAX_DOCUMENT_BYTES) {
    source.close();
    return {
      path: file.path,
      code: 'too-large',
      message: `is a text of more than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB`,
    };
  }
  const bytes = Buffer.alloc(source.size);
  let fill = 0;
  for (let count = -1; count !== 0 && fill < bytes.length; fill += count)
    count = source.read(bytes.subarray(fill), fill);
  const text = bytes.subarray(0, fill).toString('utf8');
  const { size, mtimeNs, ctimeNs, inode } = source;
  const pieces = () => (isTextTranscript(text) ? cutTranscript(text) : []);
  return recordSource({ size, mtimeNs, ctimeNs, inode, pieces, close: () => source.close() });
}
