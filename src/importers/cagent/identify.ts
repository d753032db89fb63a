import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { parentOf } from './cagent-format.ts';
import { cagentKey, madeAt, readCagentRecord } from './cagent-record.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

class CagentIdentity implements IdentityGatherer {
  readonly #spans = new SpanTally(NO_LIMIT);
  #session: JsonObject | undefined;
  #sessionId: string | undefined;
  #firstKey: string | undefined;
  #messages = 0;

  add(value: unknown): void {
    const record = asObject(value);
    const what = readCagentRecord(value);
    if (record === undefined || what.kind === 'unknown') return;
    if (what.kind === 'session') {
      this.#session ??= record;
      this.#sessionId ??= textField(record, 'id');
      return;
    }
    this.#sessionId ??= textField(record, 'session_id');
    if (what.kind !== 'message') return;
    // What the agent itself says first is the same in many sessions.
    if (what.role !== 'system') this.#firstKey ??= cagentKey(value);
    if (what.role !== 'system') this.#messages += 1;
    this.#spans.add(madeAt(what), false);
  }

  finish(): SourceIdentity | undefined {
    if (this.#messages === 0 || this.#sessionId === undefined) return undefined;
    const cwd = textField(this.#session, 'working_dir') ?? null;
    const parent = this.#session === undefined ? undefined : parentOf(this.#session);
    return {
      nativeId: this.#sessionId,
      cwd,
      cwds: cwd === null ? [] : [cwd],
      startedAt: this.#spans.first,
      updatedAt: this.#spans.last,
      ...(parent === undefined ? {} : { parent: { nativeId: parent, kind: 'subagent' as const } }),
      ...(this.#firstKey === undefined ? {} : { firstKey: this.#firstKey }),
      headless: parent !== undefined,
      branch: null,
      agentVersion: null,
    };
  }
}

/** Begins to gather who a session is. Keeps ids, places and times, no text. */
export function identifyCagent(): IdentityGatherer {
  return new CagentIdentity();
}
