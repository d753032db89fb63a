import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { isUnattended } from './goose-format.ts';
import { messageKey, readGooseRecord, timeOf } from './goose-record.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);
/** Older files are named after their session. */
const SESSION_NAME = /^\d{8}_\d+$/;

class GooseIdentity implements IdentityGatherer {
  readonly #spans = new SpanTally(NO_LIMIT);
  #session: JsonObject | undefined;
  #sessionId: string | undefined;
  #firstKey: string | undefined;
  #firstDigest: string | undefined;
  #messages = 0;

  add(value: unknown): void {
    const record = asObject(value);
    const what = readGooseRecord(record);
    if (record === undefined || what === 'unknown') return;
    this.#firstDigest ??= createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 32);
    if (what === 'session') {
      this.#session ??= record;
      this.#sessionId ??= textField(record, 'id');
      return;
    }
    this.#messages += 1;
    this.#sessionId ??= textField(record, 'session_id');
    this.#firstKey ??= messageKey(record);
    this.#spans.add(timeOf(record), false);
  }

  finish(path: string): SourceIdentity | undefined {
    if (this.#messages === 0) return undefined;
    const stem = basename(path).replace(/\.jsonl?$/i, '');
    const cwd = textField(this.#session, 'working_dir') ?? null;
    return {
      nativeId: this.#sessionId ?? (SESSION_NAME.test(stem) ? stem : `record-${this.#firstDigest}`),
      cwd,
      cwds: cwd === null ? [] : [cwd],
      startedAt: this.#spans.first,
      updatedAt: this.#spans.last,
      ...(this.#firstKey === undefined ? {} : { firstKey: this.#firstKey }),
      headless: this.#session !== undefined && isUnattended(this.#session),
      branch: null,
      agentVersion: null,
    };
  }
}

/** Begins to gather who a session is. Keeps ids, places and times, no text. */
export function identifyGoose(): IdentityGatherer {
  return new GooseIdentity();
}
