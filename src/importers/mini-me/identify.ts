import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, field, textField } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { isQuestion } from './mini-me-messages.ts';
import { miniMeRecord } from './mini-me-record.ts';
import { miniMeProject, SESSION_NAME, startOf } from './places.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

class MiniMeIdentity implements IdentityGatherer {
  readonly #spans = new SpanTally(NO_LIMIT);
  #id: string | undefined;
  #firstQuestion: string | undefined;
  #isSession = false;

  add(value: unknown): void {
    const record = asObject(value);
    const what = miniMeRecord(record);
    if (record === undefined || what === undefined) return;
    if (what === 'message' && isQuestion(record)) this.#firstQuestion ??= JSON.stringify(record);
    if (what === 'error') this.#spans.add(field(record, 'time'), false);
    if (what !== 'frame') return;
    this.#isSession = true;
    this.#id ??= textField(record, 'id');
  }

  finish(path: string): SourceIdentity | undefined {
    if (this.#firstQuestion === undefined || !this.#isSession) return undefined;
    const stem = basename(path).replace(/\.json$/, '');
    const cwd = miniMeProject(path);
    const nativeId = this.#id ?? (SESSION_NAME.test(stem) ? stem : this.#digest());
    this.#spans.add(startOf(nativeId), false);
    return {
      nativeId,
      cwd,
      cwds: cwd === null ? [] : [cwd],
      startedAt: this.#spans.first,
      updatedAt: this.#spans.last,
      headless: false,
      branch: null,
      agentVersion: null,
    };
  }

  #digest(): string {
    const digest = createHash('sha256')
      .update(this.#firstQuestion ?? '')
      .digest('hex');
    return `question-${digest.slice(0, 32)}`;
  }
}

/** Begins to gather who a session is. Keeps its first question and times. */
export function identifyMiniMe(): IdentityGatherer {
  return new MiniMeIdentity();
}
