import type { KeepReport, RecordToKeep, TranscriptDraft } from './ports/transcripts.ts';

/** A draft that keeps nothing: for a plan, which must not write. Bytes are those of the source. */
export function createCountingDraft(): TranscriptDraft {
  let bytes = 0;
  let lines = 0;
  const count = (length: number): void => {
    bytes += length;
    lines += 1;
  };
  return {
    name: () => undefined,
    add: (record: RecordToKeep) => {
      count(record.bytes.length);
      return undefined;
    },
    addKept: (line) => count(line.length),
    addBlob: () => undefined,
    size: () => 0,
    report: (): KeepReport => ({ keptLength: bytes, lines, redactions: {}, blobs: 0 }),
    seal: () => undefined,
    publish: () => undefined,
    discard: () => undefined,
  };
}
