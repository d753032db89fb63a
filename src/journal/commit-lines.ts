import type { EventDraft, LoomEvent } from '../events/envelope.ts';
import { EVENT_VERSION, MAX_COMMIT_BYTES, MAX_COMMIT_EVENTS, MAX_EVENT_LINE_BYTES } from '../events/envelope.ts';
import { envelopeFault, printEventLine } from '../events/event-line.ts';
import type { EventId } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Clock, Sha256 } from '../kernel/sources.ts';

/** What an append stamps on every line. */
export interface CommitStamp {
  /** Id of the line before; empty at the very start. */
  readonly prev: string;
  readonly commitId: string;
  readonly clock: Clock;
  readonly sha256: Sha256;
}

/** The lines of one commit, ready to be written. */
export interface CommitLines {
  readonly events: readonly LoomEvent[];
  /** All lines with their line feeds. */
  readonly text: string;
  /** Bytes of each line, line feed included. */
  readonly lengths: readonly number[];
  readonly bytes: number;
}

/**
 * Prints one commit. Throws `usage` before any byte is written when it has too many events, a line is over 16 KiB or all
 * together over 1 MiB; larger content belongs into a transcript or blob, more events into more commits.
 */
export function printCommit(drafts: readonly EventDraft[], stamp: CommitStamp): CommitLines {
  if (drafts.length > MAX_COMMIT_EVENTS) throw tooLarge('commit-too-large', `${drafts.length} events in one commit`);
  const recorded = formatInstant(stamp.clock());
  const events: LoomEvent[] = [];
  const texts: string[] = [];
  const lengths: number[] = [];
  let prev = stamp.prev;
  let bytes = 0;
  for (const [index, draft] of drafts.entries()) {
    const unsummed = {
      ...draft,
      v: EVENT_VERSION,
      prev,
      recorded,
      commit: [stamp.commitId, index, drafts.length] as const,
    };
    const fault = envelopeFault(unsummed);
    if (fault !== undefined) throw new TypeError(`event ${draft.type} cannot be written: ${fault}`);
    const line = printEventLine(unsummed, stamp.sha256);
    if (line.bytes > MAX_EVENT_LINE_BYTES)
      throw tooLarge('event-too-large', `event ${draft.type} of ${line.bytes} bytes`);
    events.push({ ...unsummed, sum: line.sum } as LoomEvent);
    texts.push(line.text);
    lengths.push(line.bytes);
    bytes += line.bytes;
    prev = draft.id;
  }
  if (bytes > MAX_COMMIT_BYTES) throw tooLarge('commit-too-large', `${bytes} bytes in one commit`);
  return { events, text: `${texts.join('\n')}\n`, lengths, bytes };
}

/** Id of the last event of a commit. */
export function lastIdOf(commit: CommitLines): EventId | undefined {
  return commit.events.at(-1)?.id;
}

function tooLarge(code: string, what: string): LoomError {
  return new LoomError({ kind: 'usage', code, message: `${what}: more than a journal takes` });
}
