import { basename } from 'node:path';
import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, textField } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { levelcodeFacts, lineKind, timeOf } from './levelcode-record.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

class LevelcodeIdentity implements IdentityGatherer {
  readonly #spans = new SpanTally(NO_LIMIT);
  #id: string | undefined;
  #project: string | undefined;
  #firstKey: string | undefined;
  #said = 0;

  add(value: unknown): void {
    const record = asObject(value);
    const kind = lineKind(record);
    if (record === undefined || kind === undefined) return;
    this.#firstKey ??= levelcodeFacts(record).key;
    this.#spans.add(timeOf(record), false);
    if (kind === 'meta') {
      this.#id ??= textField(record, 'id');
      this.#project ??= textField(record, 'project');
    }
    if (kind === 'user' || kind === 'assistant' || kind === 'agent') this.#said += 1;
  }

  finish(path: string): SourceIdentity | undefined {
    if (this.#said === 0) return undefined;
    const cwd = this.#project ?? null;
    return {
      nativeId: this.#id ?? basename(path).replace(/\.jsonl$/, ''),
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

/** Begins to gather who a file is. Keeps ids, places and times, no text. */
export function identifyLevelcode(): IdentityGatherer {
  return new LevelcodeIdentity();
}
