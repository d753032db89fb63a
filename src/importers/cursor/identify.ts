import { basename, dirname } from 'node:path';
import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, type JsonObject } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { uniqueId } from '../unique-id.ts';
import { workspaceFolders } from '../workspace-folder.ts';
import { composerBranch, composerFolder, listedFolders, parentComposer, wholeTimes } from './composer.ts';
import { bubbleTime, cursorKey, readCursorRecord } from './cursor-record.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);
const SAID: ReadonlySet<string> = new Set(['bubble', 'tab-bubble', 'message', 'line']);

class CursorIdentity implements IdentityGatherer {
  readonly #spans = new SpanTally(NO_LIMIT);
  readonly #folders = new Set<string>();
  #whole: JsonObject = {};
  #id: string | undefined;
  #firstKey: string | undefined;
  #said = 0;
  #lines = 0;

  add(value: unknown): void {
    const record = asObject(value);
    const what = readCursorRecord(value);
    if (record === undefined || what.kind === 'unknown') return;
    if (SAID.has(what.kind)) {
      this.#said += 1;
      this.#firstKey ??= uniqueId(what.kind === 'bubble' ? what.id : cursorKey(value));
    }
    if (what.kind === 'line') this.#lines += 1;
    if (what.kind === 'bubble') this.#spans.add(bubbleTime(what.bubble), false);
    else if (what.kind === 'folders') for (const folder of listedFolders(record)) this.#folders.add(folder);
    else if (what.kind === 'composer' || what.kind === 'tab' || what.kind === 'description')
      this.#addWhole(record, what.id);
  }

  #addWhole(record: JsonObject, id: string): void {
    this.#whole = record;
    this.#id = id;
    for (const time of wholeTimes(record)) this.#spans.add(time, false);
  }

  finish(path: string): SourceIdentity | undefined {
    // Only transcripts stand for themselves; messages without the session that they belong to are another agent's.
    if (this.#said === 0 || (this.#id === undefined && this.#lines < this.#said)) return undefined;
    const own = composerFolder(this.#whole);
    const isWindow = basename(path) === 'state.vscdb';
    const opened = isWindow && this.#folders.size === 0 ? workspaceFolders(dirname(path)) : [...this.#folders];
    const cwds = [...new Set([...(own === undefined ? [] : [own]), ...opened])];
    const parent = parentComposer(this.#whole);
    return {
      nativeId: this.#id ?? basename(path).replace(/\.(?:jsonl|txt)$/i, ''),
      cwd: cwds[0] ?? null,
      cwds,
      startedAt: this.#spans.first,
      updatedAt: this.#spans.last,
      ...(parent === undefined ? {} : { parent: { nativeId: parent, kind: 'subagent' as const } }),
      ...(this.#firstKey === undefined ? {} : { firstKey: this.#firstKey }),
      headless: parent !== undefined,
      branch: composerBranch(this.#whole) ?? null,
      agentVersion: null,
    };
  }
}

/** Begins to gather who a session is. Keeps ids, places, times, and what tells of the session as a whole. */
export function identifyCursor(): IdentityGatherer {
  return new CursorIdentity();
}
