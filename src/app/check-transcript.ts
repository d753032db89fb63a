import type { SessionId } from '../kernel/ids.ts';
import type { StoreFinding } from './ports/store-care.ts';
import type { KeptRecord, Transcripts } from './ports/transcripts.ts';

interface KeptTranscript {
  readonly session: SessionId;
  readonly keptLength: number;
}

function finding(
  session: SessionId,
  code: string,
  about: { readonly detail: string; readonly offset?: number },
): StoreFinding {
  return {
    severity: 'error',
    code,
    file: `transcripts/${session.slice(0, 2)}/${session}.jsonl`,
    line: null,
    offset: about.offset ?? null,
    detail: about.detail,
  };
}

function* missingBlobs(transcripts: Transcripts, session: SessionId, record: KeptRecord): Generator<StoreFinding> {
  for (const sub of record.subs) {
    if (sub.kind !== 'blob' || transcripts.blob(session, sub.sha256) !== undefined) continue;
    yield finding(session, 'blob-missing', {
      detail: `record ${record.n} names blob ${sub.sha256.slice(0, 12)}, which is missing or damaged`,
    });
  }
}

/** Checks that a kept transcript is as long as the journal says, that every line reads, and that its blobs are there. */
export function* checkKeptTranscript(transcripts: Transcripts, kept: KeptTranscript): Generator<StoreFinding> {
  const { session, keptLength } = kept;
  const size = transcripts.size(session).transcript;
  if (size < keptLength) {
    yield finding(session, 'transcript-short', { detail: `has ${size} bytes; the journal names ${keptLength}` });
  }
  for (const item of transcripts.records(session, Math.min(size, keptLength))) {
    if ('damage' in item) yield finding(session, 'kept-line-damaged', { offset: item.offset, detail: item.damage });
    else yield* missingBlobs(transcripts, session, item);
  }
}
