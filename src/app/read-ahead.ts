import { deriveSessionId } from '../events/session-id.ts';
import type { AppContext } from './context.ts';
import { foreignAgent } from './detect-agent.ts';
import { type GatherParts, gatherSource } from './gather-source.ts';
import type { SourceAhead } from './ports/ahead-reader.ts';
import type { Importer, SourceFile } from './ports/importer.ts';
import type { OpenSource } from './ports/source-reader.ts';
import type { Transcripts } from './ports/transcripts.ts';
import { fitsInMemory } from './read-source.ts';

/** Larger sources are read in their turn: what was read of many waits in memory. */
export const MOST_AHEAD = 4 * 1024 * 1024;

/** What a source is read with before its turn. */
export interface AheadParts extends GatherParts, Pick<AppContext, 'sources' | 'importers' | 'sha256'> {
  readonly transcripts: Pick<Transcripts, 'gather'>;
}

/**
 * Reads a source before its turn, as if the store held nothing of it. `undefined` for one that has to be read in its turn:
 * it is large, lies in a database, cannot be read, or is no session of this agent.
 */
export function readAhead(parts: AheadParts, importer: Importer, file: SourceFile): SourceAhead | undefined {
  try {
    return readSmall(parts, importer, file);
  } catch {
    // Whatever it is, it is met again, and told, in its turn.
    return undefined;
  }
}

function readSmall(parts: AheadParts, importer: Importer, file: SourceFile): SourceAhead | undefined {
  if (foreignAgent(parts, importer, file) !== undefined) return undefined;
  const source = importer.open?.(file, parts.sources) ?? parts.sources.open(file);
  if ('code' in source) return undefined;
  try {
    return fitsInMemory(source, { offset: 0, line: 0 })
      ? gather(parts, importer, { source, path: file.path })
      : undefined;
  } finally {
    source.close();
  }
}

function gather(
  parts: AheadParts,
  importer: Importer,
  { source, path }: { readonly source: OpenSource; readonly path: string },
): SourceAhead | undefined {
  const { draft, gathered } = parts.transcripts.gather(importer.agent);
  const keys: (string | undefined)[] = [];
  const wish = {
    app: parts,
    importer,
    source,
    path,
    onRecord: ({ key }: { key: string | undefined }) => void keys.push(key),
  };
  const { pass, identity, filled } = gatherSource(wish, draft);
  if (identity === undefined || filled.asRead === undefined) {
    draft.discard();
    return undefined;
  }
  const session = deriveSessionId(importer.agent, identity.nativeId, parts.sha256);
  const { tally, offset, line, lastAt } = pass;
  const { size, mtimeNs, ctimeNs, inode } = source;
  return {
    session,
    identity,
    tally,
    offset,
    line,
    lastAt,
    keys,
    look: { size, mtimeNs, ctimeNs, inode },
    prefixDigest: source.prefixDigest(offset),
    kept: gathered(session),
    asRead: filled.asRead,
    touched: filled.touched,
  };
}
