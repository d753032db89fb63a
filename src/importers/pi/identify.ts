import { createHash } from 'node:crypto';
import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { entryType, messageOf } from './entry.ts';
import { entryKey } from './facts.ts';
import { readHeaderFields } from './patches.ts';
import { isKnownType } from './record-types.ts';
import { idInName, ownerOf, parentId } from './session-name.ts';

/** Far enough that nothing counts as future here: an identity has no moment to compare with. */
const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

function digestOf(entry: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(entry)).digest('hex').slice(0, 32);
}

class PiIdentity implements IdentityGatherer {
  readonly #cwds = new Set<string>();
  readonly #spans = new SpanTally(NO_LIMIT);
  #header: JsonObject | undefined;
  #firstKey: string | undefined;
  #firstDigest: string | undefined;
  #messages = 0;
  #isForeign = false;

  add(value: unknown): void {
    const entry = asObject(value);
    if (entry === undefined) return;
    const type = entryType(entry);
    // Relatives in name write the same messages under a header of their own.
    if (this.#header === undefined && type.startsWith('session') && !isKnownType(type)) this.#isForeign = true;
    if (type === 'session') this.#header ??= entry;
    const cwd = textField(readHeaderFields(entry), 'cwd');
    if (cwd !== undefined) this.#cwds.add(cwd);
    this.#firstDigest ??= digestOf(entry);
    this.#addKey(entry);
    this.#spans.add(field(entry, 'timestamp'), false);
    if (messageOf(entry) !== undefined) this.#messages += 1;
  }

  /** Times and short ids can meet by chance; with the content of the entry they are one beginning. */
  #addKey(entry: JsonObject): void {
    if (this.#firstKey !== undefined) return;
    const key = entryKey(entry);
    if (key !== undefined) this.#firstKey = `${key}/${digestOf(entry)}`;
  }

  #parent(path: string, own: string): SourceIdentity['parent'] | undefined {
    const owner = ownerOf(path);
    if (owner !== undefined && owner !== own) return { nativeId: owner, kind: 'subagent' };
    const named = textField(this.#header, 'parentSession') ?? textField(this.#header, 'branchedFrom');
    const nativeId = named === undefined ? own : parentId(named);
    if (nativeId === own) return undefined;
    return { nativeId, kind: textField(this.#header, 'origin') === 'subagent' ? 'subagent' : 'fork' };
  }

  finish(path: string): SourceIdentity | undefined {
    const inName = idInName(path);
    const isOurs = this.#header !== undefined || inName !== undefined;
    if (this.#messages === 0 || this.#isForeign || !isOurs) return undefined;
    const nativeId = textField(this.#header, 'id') ?? inName ?? `record-${this.#firstDigest}`;
    const cwds = [...this.#cwds];
    const parent = this.#parent(path, nativeId);
    return {
      nativeId,
      cwd: cwds[0] ?? null,
      cwds,
      startedAt: this.#spans.first,
      updatedAt: this.#spans.last,
      ...(parent === undefined ? {} : { parent }),
      ...(this.#firstKey === undefined ? {} : { firstKey: this.#firstKey }),
      headless: false,
      branch: null,
      agentVersion: null,
    };
  }
}

/** Begins to gather who a file is. Keeps ids, places and times, no text. */
export function identifyPi(): IdentityGatherer {
  return new PiIdentity();
}
