import type { IsoTime } from '../../kernel/ids.ts';
import { instantMillis } from '../../kernel/instant.ts';
import { textField } from '../../kernel/json-fields.ts';
import type { CodexItem } from './item.ts';
import { readSessionMeta } from './session-meta.ts';

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** A replay is written at once; what came later than this is the fork's own. */
const REPLAY_MILLIS = 5000;

/** Milliseconds since the epoch that a UUID of version 7 carries; undefined for other ids. */
export function uuidMillis(id: string | undefined): number | undefined {
  const parts = id === undefined ? null : UUID_V7.exec(id);
  return parts === null ? undefined : Number.parseInt(`${parts[1]}${parts[2]}`, 16);
}

/**
 * Tells which records of a fork are its parent's history, written again under the fork's time. What ends the replay is the
 * first turn whose id was made after the session's own, or a record written noticeably later than the header.
 */
export class ReplayGauge {
  #ownId: string | undefined;
  #began: number | undefined;
  #headers = 0;
  #replaying = false;

  /** Whether this record is replayed. Records must come in source order. */
  add(item: CodexItem, at: IsoTime | null): boolean {
    if (item.line === 'session_meta') return this.#addHeader(item, at);
    if (this.#replaying && this.#isOwn(item, at)) this.#replaying = false;
    return this.#replaying;
  }

  #addHeader({ payload }: CodexItem, at: IsoTime | null): boolean {
    this.#headers += 1;
    const { id } = readSessionMeta(payload);
    if (this.#headers === 1) {
      this.#ownId = id;
      this.#began = at === null ? undefined : instantMillis(at);
    } else if (this.#headers === 2 && id !== this.#ownId) {
      this.#replaying = true;
    }
    return this.#replaying;
  }

  #isOwn({ payload }: CodexItem, at: IsoTime | null): boolean {
    const own = uuidMillis(this.#ownId);
    const turn = uuidMillis(textField(payload, 'turn_id'));
    if (own !== undefined && turn !== undefined) return turn >= own;
    return at !== null && this.#began !== undefined && instantMillis(at) - this.#began > REPLAY_MILLIS;
  }
}
