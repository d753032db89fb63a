import { createHash } from 'node:crypto';
import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { anyText, createdOf, readMessage, readSession } from './opencode-record.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

class OpencodeIdentity implements IdentityGatherer {
  readonly #spans = new SpanTally(NO_LIMIT);
  readonly #cwds = new Set<string>();
  #session: JsonObject | undefined;
  #sessionId: string | undefined;
  #firstKey: string | undefined;
  #firstDigest: string | undefined;
  #messages = 0;

  add(value: unknown): void {
    const message = readMessage(value);
    if (message === undefined) {
      this.#session = readSession(value) ?? this.#session;
      return;
    }
    const { info, id } = message;
    this.#messages += 1;
    this.#firstKey ??= id;
    this.#firstDigest ??= createHash('sha256')
      .update(JSON.stringify(asObject(value)))
      .digest('hex')
      .slice(0, 32);
    this.#sessionId ??= textField(info, 'sessionID');
    this.#spans.add(createdOf(info), false);
    this.#spans.add(field(objectField(info, 'time'), 'completed'), false);
    const cwd = textField(objectField(info, 'path'), 'cwd');
    if (cwd !== undefined) this.#cwds.add(cwd);
  }

  finish(): SourceIdentity | undefined {
    if (this.#messages === 0) return undefined;
    const directory = anyText(this.#session, 'directory', 'cwd');
    const cwds = [...new Set([...(directory === undefined ? [] : [directory]), ...this.#cwds])];
    return {
      nativeId: textField(this.#session, 'id') ?? this.#sessionId ?? `record-${this.#firstDigest}`,
      ...this.#parent(),
      cwd: cwds[0] ?? null,
      cwds,
      startedAt: this.#spans.first,
      updatedAt: this.#spans.last,
      ...(this.#firstKey === undefined ? {} : { firstKey: this.#firstKey }),
      headless: false,
      branch: null,
      agentVersion: textField(this.#session, 'version') ?? null,
    };
  }

  /** A session's parent sent it out as a subagent; a fork names what it was copied from. */
  #parent(): Pick<SourceIdentity, 'parent'> {
    const parent = anyText(this.#session, 'parentID', 'parent_id');
    if (parent !== undefined) return { parent: { nativeId: parent, kind: 'subagent' } };
    const origin = anyText(this.#session, 'fork_session_id');
    const at = anyText(this.#session, 'fork_message_id');
    if (origin === undefined) return {};
    return { parent: { nativeId: origin, kind: 'continuation', ...(at === undefined ? {} : { at }) } };
  }
}

/** Begins to gather who a session is. Keeps ids, places and times, no text. */
export function identifyOpencode(): IdentityGatherer {
  return new OpencodeIdentity();
}
