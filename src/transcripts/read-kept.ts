import { join } from 'node:path';
import type { KeptDamage, KeptRecord, Transcripts } from '../app/ports/transcripts.ts';
import type { SessionId } from '../kernel/ids.ts';
import { BlobFolder } from './blob-folder.ts';
import { openKeptFile } from './kept-file.ts';
import { readKeptRecords } from './kept-records.ts';

/** Where transcripts and their blobs are kept; absolute. */
export interface KeptPlaces {
  readonly transcriptsDir: string;
  readonly blobsDir: string;
}

/** The file of a kept transcript. */
export function keptPath(transcriptsDir: string, session: SessionId): string {
  return join(transcriptsDir, session.slice(0, 2), `${session}.jsonl`);
}

/** Kept records of a session up to the length that the journal names. */
export function* recordsOf(path: string, keptLength: number): Generator<KeptRecord | KeptDamage> {
  const file = openKeptFile(path, keptLength);
  try {
    yield* readKeptRecords(file, keptLength);
  } finally {
    file.close();
  }
}

/** Reads what is kept; nothing that keeps or redacts is loaded for it. */
export function readKept({ transcriptsDir, blobsDir }: KeptPlaces): Pick<Transcripts, 'records' | 'blob'> {
  return {
    records: (session, keptLength) => recordsOf(keptPath(transcriptsDir, session), keptLength),
    blob: (session, sha256) => new BlobFolder(blobsDir, session).read(sha256),
  };
}
