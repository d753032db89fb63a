import type { GatheredLines } from '../app/ports/transcripts.ts';
import type { AgentName } from '../events/agents.ts';
import type { RecordKeeper, SplitBlob } from './kept-line.ts';
import { addPieces, LineBuffer } from './line-buffer.ts';
import { KeptLineDraft } from './transcript-draft.ts';

/** A draft that writes nothing. */
export interface GatheringDraft {
  readonly draft: KeptLineDraft;
  /** Its lines, in memory of their own: they can be handed to another thread. */
  readonly gathered: () => GatheredLines;
}

/** Opens a draft of a new session that gathers its lines in memory. */
export function gatherLines(agent: AgentName, keeper: () => RecordKeeper): GatheringDraft {
  const lines = new LineBuffer();
  const blobs: SplitBlob[] = [];
  const release = (): void => {
    lines.clear();
    lines.settle();
  };
  const target = {
    write: (...pieces: readonly (string | Uint8Array)[]) => addPieces(lines, pieces),
    name: () => undefined,
    writeBlob: (blob: SplitBlob) => void blobs.push(blob),
    flush: () => [],
    flushBeside: async () => [],
    place: () => [],
    discard: release,
  };
  const draft = new KeptLineDraft({ session: null, agent, base: null }, { keeper, target });
  const gathered = (): GatheredLines => {
    const { lines: count, redactions } = draft.report();
    const bytes = new Uint8Array(lines.bytes);
    release();
    const copies = blobs.map(({ sha256, content }) => ({ sha256, content: new Uint8Array(content) }));
    return { bytes, lines: count, redactions, blobs: copies };
  };
  return { draft, gathered };
}
