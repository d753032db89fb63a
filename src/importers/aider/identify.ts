import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, textField } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { aiderFacts, aiderType } from './aider-record.ts';
import { HISTORY_FILE } from './places.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

class AiderIdentity implements IdentityGatherer {
  readonly #spans = new SpanTally(NO_LIMIT);
  #firstChat: string | undefined;
  #firstKey: string | undefined;
  #said = 0;

  add(value: unknown): void {
    const record = asObject(value);
    const type = aiderType(record);
    if (record === undefined || type === undefined) return;
    const chat = textField(record, 'chat');
    if (type === 'chat') {
      this.#firstChat ??= chat;
      this.#firstKey ??= aiderFacts(record).key;
      this.#spans.add(chat, false);
    }
    if (type === 'prompt' || type === 'answer') this.#said += 1;
  }

  finish(path: string): SourceIdentity | undefined {
    if (this.#said === 0 || this.#firstChat === undefined) return undefined;
    // The history lies at the root of the repository, or of the folder that aider was started in.
    const cwd = basename(path) === HISTORY_FILE ? dirname(path) : null;
    const digest = createHash('sha256')
      .update(JSON.stringify(['aider', this.#firstChat]))
      .digest('hex');
    return {
      nativeId: `chat-${digest.slice(0, 32)}`,
      cwd,
      cwds: cwd === null ? [] : [cwd],
      startedAt: this.#spans.first,
      updatedAt: this.#spans.last,
      ...(this.#firstKey === undefined ? {} : { firstKey: this.#firstKey }),
      headless: false,
      branch: null,
      agentVersion: null,
    };
  }
}

/** Begins to gather whose a history is. Keeps times, no text. */
export function identifyAider(): IdentityGatherer {
  return new AiderIdentity();
}
