import { cutAtGrapheme } from '../kernel/grapheme-cut.ts';
import type { AppContext } from './context.ts';
import type { SkippedPath, SourceFile } from './ports/importer.ts';
import type { SourceReader } from './ports/source-reader.ts';
import { serialisedBytes } from './serialised-bytes.ts';

/** Longest name of a source that an event carries, in bytes as serialised: a path of any system, and an id. */
const MOST_WRITTEN = 6144;
/** What is left of a longer one, in UTF-16 units, before the digest of the whole. */
const BEGINNING = 512;

/** How a source is written: its path, and which part of the file. */
export function sourceName(file: SourceFile | SkippedPath): string {
  return 'part' in file && file.part !== undefined ? `${file.path}#${file.part}` : file.path;
}

/** The name of a source as it may be written: redacted, and in bounded space whatever a file calls its sessions. */
export function writtenName(app: Pick<AppContext, 'redactor' | 'keyedDigest'>, file: SourceFile | SkippedPath): string {
  const name = app.redactor.redact(sourceName(file)).text;
  return serialisedBytes(name) <= MOST_WRITTEN ? name : `${cutAtGrapheme(name, BEGINNING)}~${app.keyedDigest(name)}`;
}

/** Whether the file of a source that was written as `path` or `path#part` is still there. */
export function sourceExists(sources: SourceReader, name: string): boolean {
  const cut = name.lastIndexOf('#');
  return sources.exists(name) || (cut > 0 && sources.exists(name.slice(0, cut)));
}
