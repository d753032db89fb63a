import type {
  GatheredLines,
  GatheringDraft,
  KeptDamage,
  KeptRecord,
  OpenDraft,
  Transcripts,
} from '../app/ports/transcripts.ts';
import type { AgentName } from '../events/agents.ts';
import type { SessionId } from '../kernel/ids.ts';
import { makeOnce } from '../kernel/make-once.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { RecordKeeper, type SplitBlob, type TranscriptRedactor } from './kept-line.ts';
import { redactedLines } from './kept-line-again.ts';
import { type KeptBytes, readKeptRecords } from './kept-records.ts';
import { addPieces, LineBuffer } from './line-buffer.ts';
import { type DraftTarget, KeptLineDraft } from './transcript-draft.ts';

/** What a draft gives to another one. */
interface HeldInMemory {
  readonly bytes: Uint8Array;
  readonly blobs: readonly SplitBlob[];
}

/** Kept transcripts that live as long as the process: for tests and for a demonstration without a store. */
export class MemoryTranscripts implements Transcripts {
  readonly #sha256: Sha256;
  readonly #keeper: () => RecordKeeper;
  readonly #transcripts = new Map<SessionId, Buffer>();
  readonly #blobs = new Map<SessionId, Map<string, Uint8Array>>();

  constructor(parts: { readonly redactor: TranscriptRedactor; readonly sha256: Sha256 }) {
    this.#sha256 = parts.sha256;
    this.#keeper = makeOnce(() => new RecordKeeper(parts));
  }

  draft(options: OpenDraft): KeptLineDraft {
    const lines = new LineBuffer();
    const blobs: SplitBlob[] = [];
    let { session } = options;
    const target: DraftTarget = {
      write: (...pieces) => addPieces(lines, pieces),
      handOver: (): HeldInMemory => ({ bytes: new Uint8Array(lines.bytes), blobs }),
      takeOver: (held) => {
        const given = held as HeldInMemory;
        lines.addBytes(given.bytes);
        blobs.push(...given.blobs);
      },
      name: (named) => {
        session = named;
      },
      writeBlob: (blob) => void blobs.push(blob),
      flush: () => [],
      flushBeside: async () => [],
      place: () => this.#publish({ ...options, session }, lines, blobs),
      discard: () => undefined,
    };
    return new KeptLineDraft(options, { keeper: this.#keeper, target });
  }

  gather(agent: AgentName): GatheringDraft {
    const draft = this.draft({ session: null, agent, base: null });
    return { draft, gathered: () => draft.handOver() };
  }

  draftOf(session: SessionId, agent: AgentName, gathered: GatheredLines): KeptLineDraft {
    const draft = this.draft({ session, agent, base: null });
    draft.take(gathered);
    return draft;
  }

  async sealAll(): Promise<void> {}

  async advance(): Promise<void> {}

  async publishAll(drafts: readonly KeptLineDraft[]): Promise<void> {
    for (const draft of drafts) draft.publish();
  }

  preview(_session: SessionId, record: Parameters<Transcripts['preview']>[1]): string {
    return JSON.stringify(JSON.parse(this.#keeper().keep(record).record.toString()));
  }

  records(session: SessionId, keptLength: number): Iterable<KeptRecord | KeptDamage> {
    return readKeptRecords(inMemory(this.#kept(session, keptLength)), keptLength);
  }

  keptLines(session: SessionId, keptLength: number): Iterable<string> {
    return redactedLines(inMemory(this.#kept(session, keptLength)), this.#keeper());
  }

  bytes(session: SessionId, keptLength: number): Iterable<Uint8Array> {
    return [this.#kept(session, keptLength)];
  }

  blob(session: SessionId, sha256: string): Uint8Array | undefined {
    return this.#blobs.get(session)?.get(sha256);
  }

  blobs(session: SessionId): readonly { readonly sha256: string; readonly bytes: number }[] {
    const blobs = Array.from(this.#blobs.get(session) ?? [], ([sha256, content]) => ({
      sha256,
      bytes: content.length,
    }));
    return blobs.sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  }

  putBlob(session: SessionId, content: Uint8Array): string {
    const sha256 = Buffer.from(this.#sha256(content)).toString('hex');
    const blobs = this.#blobs.get(session) ?? new Map<string, Uint8Array>();
    blobs.set(sha256, content);
    this.#blobs.set(session, blobs);
    return sha256;
  }

  erase(session: SessionId): number {
    const { transcript, blobs } = this.size(session);
    this.#transcripts.delete(session);
    this.#blobs.delete(session);
    return transcript + blobs;
  }

  size(session: SessionId): { readonly transcript: number; readonly blobs: number } {
    return {
      transcript: this.#transcripts.get(session)?.length ?? 0,
      blobs: this.blobs(session).reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  #publish({ session, base }: OpenDraft, lines: LineBuffer, blobs: readonly SplitBlob[]): readonly string[] {
    if (session === null) throw new Error('a draft without a session cannot be written');
    for (const { content } of blobs) this.putBlob(session, content);
    const kept = this.#kept(session, base?.keptLength ?? 0);
    this.#transcripts.set(session, Buffer.concat([kept, lines.bytes]));
    return [];
  }

  #kept(session: SessionId, length: number): Buffer {
    return (this.#transcripts.get(session) ?? Buffer.alloc(0)).subarray(0, length);
  }
}

function inMemory(kept: Buffer): KeptBytes {
  return {
    length: kept.length,
    chunks: (from = 0) => [kept.subarray(from)],
    lastLineHead: () => kept.subarray(kept.subarray(0, Math.max(kept.length - 1, 0)).lastIndexOf(0x0a) + 1),
  };
}
