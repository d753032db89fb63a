import { deriveSessionId } from '../events/session-id.ts';
import type { AppContext } from './context.ts';
import { foreignAgent } from './detect-agent.ts';
import { type GatherParts, gatherSource } from './gather-source.ts';
import type { SourceAhead } from './ports/ahead-reader.ts';
import type { Importer, SourceFile } from './ports/importer.ts';
import type { OpenBytes, OpenSource } from './ports/source-reader.ts';
import type { Transcripts } from './ports/transcripts.ts';

const MEBIBYTE = 1024 * 1024;
/** Larger sources are read in their turn: the keys of all records of one that was read wait in memory. */
export const MOST_AHEAD = 16 * MEBIBYTE;
/** The same of sources that may have to be held whole to be read. */
const MOST_WHOLE = 4 * MEBIBYTE;
/** Two threads that each hold a longer line take too much memory. */
const LONGEST_LINE = MEBIBYTE;
const CHUNK = 256 * 1024;
const LINE_FEED = 0x0a;

/** What a source is read with before its turn. */
export interface AheadParts extends GatherParts, Pick<AppContext, 'sources' | 'importers' | 'sha256'> {
  readonly transcripts: Pick<Transcripts, 'gather'>;
}

/**
 * Reads a source before its turn, as if the store held nothing of it. `undefined` for one that has to be read in its turn:
 * it is large or has a long line, lies in a database, cannot be read, or is no session of this agent.
 */
export function readAhead(parts: AheadParts, importer: Importer, file: SourceFile): SourceAhead | undefined {
  try {
    return readBounded(parts, importer, file);
  } catch {
    // Whatever it is, it is met again, and told, in its turn.
    return undefined;
  }
}

function readBounded(parts: AheadParts, importer: Importer, file: SourceFile): SourceAhead | undefined {
  if (foreignAgent(parts, importer, file) !== undefined) return undefined;
  const source = importer.open?.(file, parts.sources) ?? parts.sources.open(file);
  if ('code' in source) return undefined;
  try {
    return takesLittle(source) ? gather(parts, importer, { source, path: file.path }) : undefined;
  } finally {
    source.close();
  }
}

/** Whether a source can be read while another thread reads one as large. */
function takesLittle(source: OpenSource | OpenBytes): boolean {
  const size = source.textSize ?? source.size;
  if (size <= LONGEST_LINE) return true;
  return 'read' in source ? size <= MOST_AHEAD && hasShortLines(source) : size <= MOST_WHOLE;
}

function hasShortLines(source: OpenBytes): boolean {
  const chunk = new Uint8Array(CHUNK);
  let length = 0;
  for (let position = 0, count = source.read(chunk, 0); count > 0; count = source.read(chunk, position)) {
    const bytes = chunk.subarray(0, count);
    const first = bytes.indexOf(LINE_FEED);
    if (length + (first === -1 ? count : first) > LONGEST_LINE) return false;
    length = first === -1 ? length + count : count - 1 - bytes.lastIndexOf(LINE_FEED);
    position += count;
  }
  return true;
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
