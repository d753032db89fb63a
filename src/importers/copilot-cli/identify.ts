import { basename, dirname } from 'node:path';
import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { uniqueId } from '../unique-id.ts';
import { type CopilotContext, readContext, repositoryOf } from './context.ts';
import { type CopilotEvent, isSaid, readCopilotRecord } from './copilot-record.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

/** A log is named after its session, or lies in a folder that is. */
function nameOf(path: string): string {
  const stem = basename(path).replace(/\.jsonl?$/i, '');
  return stem === 'events' ? basename(dirname(path)) : stem;
}

class CopilotIdentity implements IdentityGatherer {
  readonly #spans = new SpanTally(NO_LIMIT);
  readonly #cwds = new Set<string>();
  #start: CopilotContext | undefined;
  #sessionId: string | undefined;
  #version: string | null = null;
  #firstKey: string | undefined;
  #said = 0;
  /** Messages of the older document; without the rest of it they are another agent's. */
  #chats = 0;
  #isDocument = false;

  add(value: unknown): void {
    const record = asObject(value);
    const what = readCopilotRecord(value);
    if (record === undefined || what.kind === 'unknown') return;
    this.#spans.add(field(record, 'timestamp'), false);
    if (isSaid(what)) {
      if (what.kind === 'chat') this.#chats += 1;
      else this.#said += 1;
    }
    if (what.kind === 'frame') this.#isDocument = true;
    if (what.kind === 'event') this.#addEvent(what.event);
    else this.#addOlder(record);
  }

  #addEvent(event: CopilotEvent): void {
    this.#firstKey ??= uniqueId(event.id);
    if (event.type === 'session.start') this.#sessionId ??= textField(event.data, 'sessionId');
    this.#version = textField(event.data, 'copilotVersion') ?? this.#version;
    const context = readContext(event);
    if (context === undefined) return;
    this.#start ??= context;
    if (context.cwd !== undefined) this.#cwds.add(context.cwd);
  }

  #addOlder(record: JsonObject): void {
    this.#sessionId ??= textField(record, 'sessionId');
    this.#spans.add(field(record, 'startTime'), false);
  }

  finish(path: string): SourceIdentity | undefined {
    if (this.#said + (this.#isDocument ? this.#chats : 0) === 0) return undefined;
    const cwds = [...this.#cwds];
    return {
      nativeId: this.#sessionId ?? nameOf(path),
      cwd: cwds[0] ?? null,
      cwds,
      startedAt: this.#spans.first,
      updatedAt: this.#spans.last,
      ...(this.#firstKey === undefined ? {} : { firstKey: this.#firstKey }),
      headless: false,
      branch: this.#start?.branch ?? null,
      agentVersion: this.#version,
      ...(this.#start === undefined ? {} : repositoryOf(this.#start)),
    };
  }
}

/** Begins to gather who a session is. Keeps ids, places and times, no text. */
export function identifyCopilot(): IdentityGatherer {
  return new CopilotIdentity();
}
