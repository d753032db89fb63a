import { closeSync, constants, fsyncSync } from 'node:fs';
import { join } from 'node:path';
import type { MaskedTranscript, TranscriptMasking } from '../app/ports/store-masking.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { addCounts } from '../redaction/redactor.ts';
import { draftName } from './abandoned-parts.ts';
import { BlobFolder } from './blob-folder.ts';
import { guardStorage, moveFile, openRegular, removeFile, syncFolder, writeAll } from './durable-file.ts';
import { isBinaryData, isImageData } from './encoded-strings.ts';
import { openKeptFile } from './kept-file.ts';
import { RecordKeeper, type TranscriptRedactor } from './kept-line.ts';
import { splitLines } from './kept-records.ts';

interface MaskingParts {
  readonly transcriptsDir: string;
  readonly blobsDir: string;
  /** Replaces secrets by something that is never longer. */
  readonly redactor: TranscriptRedactor;
  readonly sha256: Sha256;
}

interface MaskRequest {
  readonly session: SessionId;
  readonly keptLength: number;
  readonly apply: boolean;
}

interface Line {
  readonly bytes: Buffer;
  readonly rules: Readonly<Record<string, number>>;
}

interface FinalLine {
  readonly bytes: Buffer;
  readonly terminated: boolean;
  /** What was masked in it, by rule; undefined where it stays. */
  readonly rules: Line['rules'] | undefined;
}

const RECORD = Buffer.from('],"record":');
const SPACE = 0x20;
const LINE_FEED = Buffer.from('\n');

/** Masks secrets in kept lines and blobs where they stand: every line keeps its length, so that no place moves. */
export function createTranscriptMasking(parts: MaskingParts): TranscriptMasking {
  const keeper = new RecordKeeper(parts);
  return {
    transcript: (request) => maskTranscript(parts, keeper, request),
    dropBlobs: (session, names) => new BlobFolder(parts.blobsDir, session).remove(names),
  };
}

function maskTranscript(parts: MaskingParts, keeper: RecordKeeper, request: MaskRequest): MaskedTranscript {
  const rules: Record<string, number> = {};
  const blobs = new BlobFolder(parts.blobsDir, request.session);
  const renamed = maskBlobs(parts, blobs, { apply: request.apply, rules });
  const records = maskLines(parts, keeper, { ...request, renamed, rules });
  return { records, blobs: renamed.size, rules, renamed };
}

/** Blobs that hold a secret, by name, and the name of each without it. */
function maskBlobs(
  { redactor, sha256 }: MaskingParts,
  blobs: BlobFolder,
  { apply, rules }: { readonly apply: boolean; readonly rules: Record<string, number> },
): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  const staged: string[] = [];
  for (const { sha256: name } of blobs.list()) {
    const content = blobs.read(name);
    if (content === undefined) continue;
    const text = Buffer.from(content).toString();
    if (isImageData(text) || isBinaryData(text)) continue;
    const masked = redactor.redact(text);
    if (masked.text === text) continue;
    addCounts(rules, masked.rules);
    const padded = padTo(Buffer.from(masked.text), content.length);
    const fresh = Buffer.from(sha256(padded)).toString('hex');
    renamed.set(name, fresh);
    const part = apply ? blobs.stage({ sha256: fresh, content: padded }, draftName()) : undefined;
    if (part !== undefined) staged.push(part);
  }
  blobs.publish(staged);
  return renamed;
}

function padTo(bytes: Buffer, length: number): Buffer {
  return bytes.length >= length ? bytes : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, SPACE)]);
}

interface LineRequest extends MaskRequest {
  readonly renamed: ReadonlyMap<string, string>;
  readonly rules: Record<string, number>;
}

/** Masks the lines of a transcript; a copy of it is written only when one changes. Returns how many do. */
function maskLines(parts: MaskingParts, keeper: RecordKeeper, { rules, ...request }: LineRequest): number {
  const folder = join(parts.transcriptsDir, request.session.slice(0, 2));
  const path = join(folder, `${request.session}.jsonl`);
  const kept = openKeptFile(path, request.keptLength);
  try {
    let changed = 0;
    for (const line of maskedLines(kept.chunks(), keeper, request.renamed)) {
      if (line.rules === undefined) continue;
      changed += 1;
      addCounts(rules, line.rules);
    }
    if (changed === 0 || !request.apply) return changed;
    const part = join(folder, `${request.session}.${draftName()}.part`);
    writeCopy(part, maskedLines(kept.chunks(), keeper, request.renamed));
    moveFile(part, path);
    syncFolder(folder);
    return changed;
  } finally {
    kept.close();
  }
}

/** Every line of a transcript as it is to be. */
function* maskedLines(
  chunks: Iterable<Buffer>,
  keeper: RecordKeeper,
  renamed: ReadonlyMap<string, string>,
): Generator<FinalLine> {
  for (const { bytes, terminated } of splitLines(chunks)) {
    const masked = terminated ? maskLine(keeper, bytes, renamed) : undefined;
    yield { bytes: masked?.bytes ?? bytes, terminated, rules: masked?.rules };
  }
}

/** The line without its secrets, as long as it was; `undefined` when it has none, or is no line of a transcript. */
function maskLine(keeper: RecordKeeper, bytes: Buffer, renamed: ReadonlyMap<string, string>): Line | undefined {
  const at = bytes.indexOf(RECORD);
  if (at === -1 || bytes.at(-1) !== 0x7d) return undefined;
  const start = at + RECORD.length;
  const { record, redactions } = keeper.keep({ bytes: bytes.subarray(start, -1), sourceLine: 0, at: null });
  const head = bytes.subarray(0, start);
  const line = Buffer.concat([head, padTo(record, bytes.length - 1 - start), bytes.subarray(-1)]);
  const final = renameBlobs(line, renamed);
  // What follows would move, and a line left as it is would keep its secret without a word: nothing is masked.
  if (final.length !== bytes.length) throw new Error('a masked line has another length');
  return final.equals(bytes) ? undefined : { bytes: final, rules: redactions };
}

function renameBlobs(line: Buffer, renamed: ReadonlyMap<string, string>): Buffer {
  const named = [...renamed].filter(([old]) => line.includes(old));
  if (named.length === 0) return line;
  return Buffer.from(
    named.reduce((text, [old, fresh]) => text.replaceAll(old, fresh), line.toString('latin1')),
    'latin1',
  );
}

/** Writes lines durably to a file of their own. */
function writeCopy(path: string, lines: Iterable<FinalLine>): void {
  const fd = openRegular(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL);
  try {
    let size = 0;
    for (const { bytes, terminated } of lines) {
      const line = terminated ? Buffer.concat([bytes, LINE_FEED]) : bytes;
      guardStorage('write', path, () => writeAll(fd, line, size));
      size += line.length;
    }
    guardStorage('sync', path, () => fsyncSync(fd));
  } catch (error) {
    removeFile(path);
    throw error;
  } finally {
    closeSync(fd);
  }
}
