import type { KeptSub } from '../app/ports/transcripts.ts';
import { formatGenerationLine, formatKeptLine, type KeptContent, type RecordKeeper } from './kept-line.ts';
import { type KeptBytes, readKeptLine, splitLines } from './kept-records.ts';

/** A kept line after it was redacted again with the present rules. */
export interface KeptAgain extends Pick<KeptContent, 'redactions' | 'blobs'> {
  /** Line feed included. */
  readonly line: Buffer;
  readonly isRecord: boolean;
}

const RECORD = Buffer.from('],"record":');

/** Redacts a whole kept line, without line feed; a text says why it is none. Nothing but what the format names survives. */
export function keepAgain(keeper: RecordKeeper, bytes: Buffer): KeptAgain | string {
  const read = readKeptLine(bytes);
  if (typeof read === 'string') return read;
  if (read.kind === 'generation') {
    return { line: formatGenerationLine(read.generation, read.keeps), isRecord: false, redactions: {}, blobs: [] };
  }
  const at = bytes.indexOf(RECORD);
  if (at === -1 || bytes.at(-1) !== 0x7d) return 'its members are not in the order of the format';
  const source = { at: read.at, sourceLine: read.sourceLine };
  const content = keeper.keep({ ...source, bytes: bytes.subarray(at + RECORD.length, -1) });
  const subs = mergeSubs(keeper, read.subs, content.subs);
  const line = formatKeptLine({ n: read.n, generation: read.generation, agent: read.agent }, source, {
    ...content,
    subs,
  });
  return { line, isRecord: true, redactions: content.redactions, blobs: content.blobs };
}

/** What was replaced before stays named, unless it was replaced again; pointers name keys as they are kept now. */
function mergeSubs(keeper: RecordKeeper, before: readonly KeptSub[], now: readonly KeptSub[]): readonly KeptSub[] {
  const again = new Set(now.map(({ pointer }) => pointer));
  const renamed = before.map((sub) => ({ ...sub, pointer: keeper.redactPointer(sub.pointer) }));
  return [...renamed.filter(({ pointer }) => !again.has(pointer)), ...now];
}

/** Whole lines of a kept transcript, redacted again, without line feed. A line that cannot be read is left out: it cannot be redacted. */
export function* redactedLines(kept: KeptBytes, keeper: RecordKeeper): Generator<string> {
  for (const { bytes, terminated } of splitLines(kept.chunks())) {
    const again = terminated ? keepAgain(keeper, bytes) : 'incomplete';
    if (typeof again !== 'string') yield again.line.toString('utf8', 0, again.line.length - 1);
  }
}
