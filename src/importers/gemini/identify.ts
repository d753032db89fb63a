import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, type JsonObject, listField, textField } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { geminiFacts } from './gemini-format.ts';
import { readGeminiRecord } from './gemini-record.ts';
import { isSavedPrompt } from './messages.ts';
import { findProjectRoot } from './project-root.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

class GeminiIdentity implements IdentityGatherer {
  readonly #spans = new SpanTally(NO_LIMIT);
  readonly #cwds = new Set<string>();
  /** Of a saved chat: the first content and the first prompt. */
  readonly #digest = createHash('sha256');
  #digested = 0;
  #sessionId: string | undefined;
  #projectHash: string | undefined;
  #kind: string | undefined;
  #firstKey: string | undefined;
  #messages = 0;
  #streamed = false;

  add(value: unknown): void {
    const record = asObject(value);
    if (record === undefined) return;
    const what = readGeminiRecord(record);
    if (what.kind === 'header') this.#addHeader(record);
    else if (what.kind === 'set') this.#addHeader(what.set);
    else if (what.kind === 'content') this.#addContent(record);
    else if (what.kind === 'message') this.#addMessage(record, what.id);
    else if (what.kind === 'stream') this.#addStream(record, what.type);
  }

  #addHeader(header: JsonObject): void {
    this.#sessionId ??= textField(header, 'sessionId');
    this.#projectHash ??= textField(header, 'projectHash');
    this.#kind ??= textField(header, 'kind');
    this.#spans.add(header['startTime'], false);
    this.#spans.add(header['lastUpdated'], false);
    for (const folder of listField(header, 'directories')) if (typeof folder === 'string') this.#cwds.add(folder);
  }

  #addMessage(record: JsonObject, id: string | undefined): void {
    this.#messages += 1;
    this.#firstKey ??= id;
    this.#spans.add(geminiFacts(record).at, false);
  }

  #addContent(record: JsonObject): void {
    this.#messages += 1;
    const isFirst = this.#digested === 0;
    if (!isFirst && (this.#digested > 1 || !isSavedPrompt(record))) return;
    this.#digest.update(JSON.stringify(record));
    this.#digested += isFirst && isSavedPrompt(record) ? 2 : 1;
  }

  #addStream(record: JsonObject, type: string): void {
    this.#streamed = true;
    this.#sessionId ??= textField(record, 'session_id');
    this.#spans.add(geminiFacts(record).at, false);
    if (type === 'message') this.#messages += 1;
  }

  finish(path: string): SourceIdentity | undefined {
    if (this.#messages === 0) return undefined;
    const root = findProjectRoot(path, this.#projectHash);
    const cwds = [...(root === undefined ? [] : [root]), ...this.#cwds];
    return {
      ...this.#whose(path),
      cwd: cwds[0] ?? null,
      cwds: [...new Set(cwds)],
      startedAt: this.#spans.first,
      updatedAt: this.#spans.last,
      ...(this.#firstKey === undefined ? {} : { firstKey: this.#firstKey }),
      headless: this.#streamed,
      branch: null,
      agentVersion: null,
    };
  }

  #whose(path: string): Pick<SourceIdentity, 'nativeId' | 'parent'> {
    const own = this.#sessionId ?? `saved-${this.#digest.digest('hex').slice(0, 32)}`;
    const folder = dirname(path);
    const inChats = basename(dirname(folder)) === 'chats';
    if (this.#kind !== 'subagent' && !inChats) return { nativeId: own };
    const parent = inChats ? basename(folder) : undefined;
    if (parent === undefined || parent === own) return { nativeId: own };
    return { nativeId: `${parent}/${own}`, parent: { nativeId: parent, kind: 'subagent' } };
  }
}

/** Begins to gather who a file is. Keeps ids, places and times, no text. */
export function identifyGemini(): IdentityGatherer {
  return new GeminiIdentity();
}
