import type { Importer, SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { OpenSource, SourceReader } from '../../app/ports/source-reader.ts';
import { asObject } from '../../kernel/json-fields.ts';
import { levelcodeClaims } from './claims.ts';
import { identifyLevelcode } from './identify.ts';
import { levelcodeReaders } from './levelcode-format.ts';
import { levelcodeFacts, lineKind, NEWEST_VERSION, versionOf } from './levelcode-record.ts';
import { findLevelcodeFiles, levelcodePlaces } from './places.ts';

/** Opens a session file; one of a newer version is refused before anything of it is read further. */
function openLevelcode(file: SourceFile, sources: SourceReader): OpenSource | SkippedPath {
  const source = sources.open(file);
  if ('code' in source) return source;
  for (const line of source.lines({ offset: 0, line: 0 })) {
    const version = line.kind === 'record' ? versionOf(asObject(line.value)) : NEWEST_VERSION;
    if (version > NEWEST_VERSION) {
      source.close();
      const message = `is of version ${version} of its format; this loom reads versions up to ${NEWEST_VERSION}`;
      return { path: file.path, code: 'unsupported-version', message };
    }
    if (line.kind === 'record') break;
  }
  return source;
}

/** LevelCode: `sessions/<project>/<session>.jsonl`. */
export const levelcodeImporter: Importer = {
  ...levelcodeReaders,
  normalizerVersion: 1,
  places: levelcodePlaces,
  find: findLevelcodeFiles,
  open: openLevelcode,
  recognize: ({ format, records }) =>
    format === 'jsonl' && records.some((record) => lineKind(asObject(record)) !== undefined) ? 3 : 0,
  claims: levelcodeClaims,
  facts: levelcodeFacts,
  identify: identifyLevelcode,
};
