import { basename, dirname } from 'node:path';
import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { uniqueId } from '../unique-id.ts';
import { workspaceFolders } from '../workspace-folder.ts';
import { baseFolders } from './uri.ts';
import { readVscodeRecord } from './vscode-record.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

class VscodeIdentity implements IdentityGatherer {
  readonly #spans = new SpanTally(NO_LIMIT);
  readonly #folders = new Set<string>();
  #sessionId: string | undefined;
  #firstKey: string | undefined;
  #version: string | null = null;
  #requests = 0;

  add(value: unknown): void {
    const record = asObject(value);
    const what = readVscodeRecord(value);
    if (record === undefined || what === 'unknown') return;
    if (what === 'chat') this.#sessionId ??= textField(record, 'sessionId');
    else this.#addRequest(record);
  }

  #addRequest(request: JsonObject): void {
    this.#requests += 1;
    this.#firstKey ??= uniqueId(textField(request, 'requestId'));
    this.#version = textField(objectField(request, 'agent'), 'extensionVersion') ?? this.#version;
    this.#spans.add(field(request, 'timestamp'), false);
    for (const folder of baseFolders(request)) this.#folders.add(folder);
  }

  finish(path: string): SourceIdentity | undefined {
    if (this.#requests === 0) return undefined;
    const inChats = basename(dirname(path)) === 'chatSessions';
    const opened = inChats ? workspaceFolders(dirname(dirname(path))) : [];
    const cwds = opened.length > 0 ? opened : [...this.#folders];
    return {
      nativeId: this.#sessionId ?? basename(path).replace(/\.jsonl?$/i, ''),
      cwd: cwds[0] ?? null,
      cwds,
      startedAt: this.#spans.first,
      updatedAt: this.#spans.last,
      ...(this.#firstKey === undefined ? {} : { firstKey: this.#firstKey }),
      headless: false,
      branch: null,
      agentVersion: this.#version,
    };
  }
}

/** Begins to gather who a chat is. Keeps ids, places and times, no text. */
export function identifyVscode(): IdentityGatherer {
  return new VscodeIdentity();
}
