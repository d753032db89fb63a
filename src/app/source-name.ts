import type { SkippedPath, SourceFile } from './ports/importer.ts';
import type { SourceReader } from './ports/source-reader.ts';

/** How a source is written: its path, and which part of the file. */
export function sourceName(file: SourceFile | SkippedPath): string {
  return 'part' in file && file.part !== undefined ? `${file.path}#${file.part}` : file.path;
}

/** Whether the file of a source that was written as `path` or `path#part` is still there. */
export function sourceExists(sources: SourceReader, name: string): boolean {
  const cut = name.lastIndexOf('#');
  return sources.exists(name) || (cut > 0 && sources.exists(name.slice(0, cut)));
}
