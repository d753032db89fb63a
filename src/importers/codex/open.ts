import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { OpenSource, SourceReader } from '../../app/ports/source-reader.ts';
import { openDocumentOrLines } from '../document-source.ts';

/** Opens a session file: lines, or the one document that the oldest versions wrote. */
export function openCodex(file: SourceFile, sources: SourceReader): OpenSource | SkippedPath {
  return file.path.endsWith('.json') ? openDocumentOrLines(file, sources, { lists: ['items'] }) : sources.open(file);
}
