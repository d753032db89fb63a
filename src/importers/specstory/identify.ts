import { createHash } from 'node:crypto';
import { basename, dirname, sep } from 'node:path';
import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, field, isTrue, textField } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { messageKey, specstoryType, titleOf } from './specstory-record.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

/** The project that a document lies in. */
function projectOf(path: string): string | null {
  const folder = dirname(path);
  const isPlace = basename(folder) === 'history' && basename(dirname(folder)) === '.specstory';
  return isPlace ? dirname(dirname(folder)) || sep : null;
}

class SpecstoryIdentity implements IdentityGatherer {
  readonly #spans = new SpanTally(NO_LIMIT);
  #id: string | undefined;
  #title: string | undefined;
  #firstKey: string | undefined;
  #messages = 0;

  add(value: unknown): void {
    const record = asObject(value);
    const type = specstoryType(record);
    if (record === undefined || type === undefined) return;
    if (type === 'session') {
      this.#id ??= textField(record, 'id');
      this.#title ??= textField(record, 'title');
      this.#spans.add(titleOf(record).time, false);
      return;
    }
    if (isTrue(record, 'sidechain')) return;
    this.#messages += 1;
    this.#firstKey ??= messageKey(record);
    this.#spans.add(field(record, 'timestamp'), false);
  }

  finish(path: string): SourceIdentity | undefined {
    if (this.#messages === 0 && this.#id === undefined) return undefined;
    const cwd = projectOf(path);
    const named = JSON.stringify(['specstory', this.#title ?? basename(path)]);
    return {
      nativeId: this.#id ?? `document-${createHash('sha256').update(named).digest('hex').slice(0, 32)}`,
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

/** Begins to gather whose a document is. Keeps ids and times, no text. */
export function identifySpecstory(): IdentityGatherer {
  return new SpecstoryIdentity();
}
