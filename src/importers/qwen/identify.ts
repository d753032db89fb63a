import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, field, textField } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { qwenFacts, qwenType } from './qwen-record.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

class QwenIdentity implements IdentityGatherer {
  readonly #spans = new SpanTally(NO_LIMIT);
  readonly #cwds = new Set<string>();
  #sessionId: string | undefined;
  #branch: string | undefined;
  #version: string | undefined;
  #firstKey: string | undefined;
  #messages = 0;

  add(value: unknown): void {
    const record = asObject(value);
    const type = qwenType(record);
    if (type === undefined) return;
    if (type === 'user' || type === 'assistant') this.#messages += 1;
    this.#sessionId ??= textField(record, 'sessionId');
    this.#branch ??= textField(record, 'gitBranch');
    this.#version ??= textField(record, 'version');
    this.#firstKey ??= qwenFacts(record).key;
    this.#spans.add(field(record, 'timestamp'), false);
    const cwd = textField(record, 'cwd');
    if (cwd !== undefined) this.#cwds.add(cwd);
  }

  finish(): SourceIdentity | undefined {
    if (this.#messages === 0 || this.#sessionId === undefined) return undefined;
    const cwds = [...this.#cwds];
    return {
      nativeId: this.#sessionId,
      cwd: cwds[0] ?? null,
      cwds,
      startedAt: this.#spans.first,
      updatedAt: this.#spans.last,
      ...(this.#firstKey === undefined ? {} : { firstKey: this.#firstKey }),
      headless: false,
      branch: this.#branch ?? null,
      agentVersion: this.#version ?? null,
    };
  }
}

/** Begins to gather who a file is. Keeps ids, places and times, no text. */
export function identifyQwen(): IdentityGatherer {
  return new QwenIdentity();
}
