import { createHash } from 'node:crypto';
import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import {
  asObject,
  field,
  type JsonObject,
  listField,
  numberField,
  objectField,
  textField,
} from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { clineFacts, clineRecord, folderIn } from './cline-record.ts';
import { taskOf } from './places.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

class ClineIdentity implements IdentityGatherer {
  readonly #spans = new SpanTally(NO_LIMIT);
  readonly #cwds = new Set<string>();
  #first: string | undefined;
  #firstKey: string | undefined;

  add(value: unknown): void {
    const record = asObject(value);
    const what = clineRecord(record);
    if (record === undefined || what === undefined) return;
    if (what === 'task') this.#addTask(record);
    else {
      this.#first ??= createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 32);
      this.#firstKey ??= clineFacts(record).key;
      this.#spans.add(field(record, 'ts'), false);
    }
    for (const block of listField(record, 'content')) {
      const folder = folderIn(textField(asObject(block), 'text') ?? '');
      if (folder !== undefined) this.#cwds.add(folder);
    }
  }

  #addTask(record: JsonObject): void {
    const task = objectField(record, 'clineTask');
    this.#spans.add(numberField(task, 'firstTs'), false);
    this.#spans.add(numberField(task, 'lastTs'), false);
  }

  finish(path: string): SourceIdentity | undefined {
    if (this.#first === undefined) return undefined;
    const cwds = [...this.#cwds];
    return {
      nativeId: taskOf(path) ?? `record-${this.#first}`,
      cwd: cwds[0] ?? null,
      cwds,
      startedAt: this.#spans.first,
      updatedAt: this.#spans.last,
      ...(this.#firstKey === undefined ? {} : { firstKey: this.#firstKey }),
      headless: false,
      branch: null,
      agentVersion: null,
    };
  }
}

/** Begins to gather whose task a file is. Keeps places, times and a digest, no text. */
export function identifyCline(): IdentityGatherer {
  return new ClineIdentity();
}
