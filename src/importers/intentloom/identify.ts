import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, textField } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { intentloomFacts, intentloomRecord, recordTime } from './intentloom-record.ts';
import { intentloomProject } from './places.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

/** Shorter names may be used in several projects. */
const LONG_ENOUGH = 16;

function uniqueId(id: string, project: string): string {
  if (id.length >= LONG_ENOUGH) return id;
  return `${createHash('sha256').update(project).digest('hex').slice(0, 8)}/${id}`;
}

class IntentloomIdentity implements IdentityGatherer {
  readonly #spans = new SpanTally(NO_LIMIT);
  #id: string | undefined;
  #firstKey: string | undefined;
  #said = 0;

  add(value: unknown): void {
    const record = asObject(value);
    const what = intentloomRecord(record);
    if (record === undefined || what === undefined) return;
    this.#spans.add(recordTime(record), false);
    if (what === 'frame') this.#id ??= textField(record, 'id');
    else {
      this.#firstKey ??= intentloomFacts(record).key;
      if (record['role'] === 'user' || record['role'] === 'assistant') this.#said += 1;
    }
  }

  finish(path: string): SourceIdentity | undefined {
    const cwd = intentloomProject(path);
    // Nothing in the records tells whose they are: the place does.
    if (this.#said === 0 || cwd === null) return undefined;
    return {
      nativeId: uniqueId(this.#id ?? basename(path).replace(/\.jsonl?$/, ''), cwd),
      cwd,
      cwds: [cwd],
      startedAt: this.#spans.first,
      updatedAt: this.#spans.last,
      ...(this.#firstKey === undefined ? {} : { firstKey: this.#firstKey }),
      headless: false,
      branch: null,
      agentVersion: null,
    };
  }
}

/** Begins to gather who a session is. Keeps ids and times, no text. */
export function identifyIntentloom(): IdentityGatherer {
  return new IntentloomIdentity();
}
