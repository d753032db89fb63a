import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { OpenBytes, OpenSource, SourceLine, SourceReader } from '../../app/ports/source-reader.ts';
import { asObject } from '../../kernel/json-fields.ts';
import { entryType, versionOf } from './entry.ts';
import { blobFolder } from './external-blobs.ts';
import { NEWEST_VERSION } from './family.ts';
import { SessionSource } from './session-source.ts';

type RecordLine = Extract<SourceLine, { kind: 'record' }>;

/** Records among which the header is looked for: a title may stand before it. */
const HEAD_RECORDS = 4;

/** The first records, each with its own bytes. */
function readHead(source: OpenBytes): readonly RecordLine[] {
  const head: RecordLine[] = [];
  for (const line of source.lines({ offset: 0, line: 0 })) {
    if (line.kind === 'record') head.push({ ...line, bytes: new Uint8Array(line.bytes) });
    if (head.length >= HEAD_RECORDS) break;
  }
  return head;
}

function typeOf({ value }: RecordLine): string {
  const entry = asObject(value);
  return entry === undefined ? '' : entryType(entry);
}

/** Opens a session file. One that a newer agent wrote is refused before anything of it is read further. */
export function openPi(file: SourceFile, sources: SourceReader): OpenSource | SkippedPath {
  const source = sources.open(file);
  if ('code' in source) return source;
  const head = readHead(source);
  const header = head.find((line) => typeOf(line) === 'session');
  const version = versionOf(asObject(header?.value) ?? {});
  if (version > NEWEST_VERSION) {
    source.close();
    const message = `is of version ${version} of its format; this loom reads versions up to ${NEWEST_VERSION}`;
    return { path: file.path, code: 'unsupported-version', message };
  }
  const title = head[0] !== undefined && typeOf(head[0]) === 'title' ? head[0] : undefined;
  return new SessionSource(source, { title, blobs: blobFolder(file.path) });
}
