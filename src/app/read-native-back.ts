import type { Conversation } from '../domain/conversation.ts';
import { findDifference } from '../domain/conversation-likeness.ts';
import type { SourceMark } from '../events/session-data.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import type { Importer } from './ports/importer.ts';
import type { StagedFile } from './ports/native-writer.ts';
import type { OpenSource } from './ports/source-reader.ts';
import type { KeptRecord } from './ports/transcripts.ts';
import { type HeldRecord, readSource } from './read-source.ts';

interface ReadingBack {
  readonly importer: Importer;
  readonly staged: StagedFile;
  /** The name that the file is going to have. */
  readonly path: string;
  readonly nativeId: string;
  /** What the file has to say. */
  readonly conversation: Conversation;
  /** Tool calls keep their ids. */
  readonly sameIds: boolean;
}

function differs(path: string, how: string): LoomError {
  return new LoomError({
    kind: 'problem',
    code: 'native-differs',
    message: `the session file for ${path} would not say the same: ${how}; it was removed`,
    hints: ['loom doctor'],
  });
}

function* asKept(importer: Importer, records: Iterable<HeldRecord>): Generator<KeptRecord> {
  let n = 0;
  for (const { value, at, sourceLine } of records) {
    n += 1;
    yield { n, generation: 1, at, agent: importer.agent, sourceLine, record: value, subs: [], current: true };
  }
}

function compare(reading: ReadingBack, source: OpenSource): SourceMark {
  const { importer, path, nativeId, conversation, sameIds } = reading;
  const pass = readSource(importer, source, { from: { offset: 0, line: 0 }, path });
  const { identity, tally } = pass;
  if (identity?.nativeId !== nativeId) throw differs(path, `its id is read as ${identity?.nativeId ?? 'none'}`);
  if (tally.malformed > 0) throw differs(path, `${tally.malformed} of its lines cannot be read`);
  const difference = findDifference(conversation, importer.normalize(asKept(importer, pass.records())), { sameIds });
  if (difference !== undefined) throw differs(path, difference);
  return {
    path,
    offset: pass.offset,
    line: pass.line,
    size: source.size,
    mtimeNs: source.mtimeNs,
    inode: source.inode,
    prefixDigest: source.prefixDigest(pass.offset),
  };
}

/**
 * Reads a session file that has no name yet the way an import would, and compares it with what it was made from. Returns
 * the mark from which an import goes on. Throws LoomError `problem`/`native-differs`.
 */
export function readNativeBack(app: AppContext, reading: ReadingBack): SourceMark {
  const { importer, staged, path } = reading;
  const source = importer.open?.(staged.file, app.sources) ?? app.sources.open(staged.file);
  if ('code' in source) throw differs(path, source.message);
  try {
    return compare(reading, source);
  } finally {
    source.close();
  }
}
