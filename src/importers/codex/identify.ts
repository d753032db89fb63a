import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, textField } from '../../kernel/json-fields.ts';
import { knownParts } from '../../kernel/known-parts.ts';
import { normaliseOrigin } from '../../kernel/normalise-origin.ts';
import { SpanTally } from '../span-tally.ts';
import { classify, type RecordClass } from './classify.ts';
import { recordKey, recordTime } from './facts.ts';
import { type CodexItem, readItem } from './item.ts';
import { workingFolder } from './item-text.ts';
import { ReplayGauge } from './replay.ts';
import { readSessionMeta, type SessionMeta } from './session-meta.ts';

const ID_IN_NAME = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/i;
/** Far enough that nothing counts as future here: an identity has no moment to compare with. */
const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

/** Kinds of record that a conversation has. A header alone is a launch that asked nothing. */
const TELLING: ReadonlySet<RecordClass['kind']> = new Set(['userItem', 'typed', 'said', 'answerItem', 'call']);

/** What the header says of the repository; nothing where it says nothing. */
function repositoryOf({ head, branch, origin }: SessionMeta): Pick<SourceIdentity, 'repository'> {
  const normal = origin === undefined ? undefined : normaliseOrigin(origin);
  const repository = knownParts({ head, branch, origin: normal });
  return Object.keys(repository).length === 0 ? {} : { repository };
}

class CodexIdentity implements IdentityGatherer {
  readonly #headers: SessionMeta[] = [];
  readonly #gauge = new ReplayGauge();
  readonly #cwds = new Set<string>();
  readonly #spans = new SpanTally(NO_LIMIT);
  #firstKey: string | undefined;
  #firstDigest: string | undefined;
  #isConversation = false;

  add(value: unknown): void {
    const record = asObject(value);
    const item = record === undefined ? undefined : readItem(record);
    if (record === undefined || item === undefined) return;
    this.#firstDigest ??= createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 32);
    this.#firstKey ??= recordKey(item);
    this.#spans.add(recordTime(record)?.iso, false);
    const replayed = this.#gauge.add(item, recordTime(record)?.iso ?? null);
    this.#addItem(item, classify(item), replayed);
  }

  /** Where a parent worked, this session need not have been. */
  #addItem(item: CodexItem, what: RecordClass, replayed: boolean): void {
    const happened = item.line === 'event_msg' && this.#headers.length > 0;
    if (happened || TELLING.has(what.kind)) this.#isConversation = true;
    if (what.kind === 'session') this.#addHeader(readSessionMeta(item.payload));
    if (replayed) return;
    if (what.kind === 'session') this.#addCwd(textField(item.payload, 'cwd'));
    else if (what.kind === 'context') this.#addCwd(textField(item.payload, 'cwd'));
    else if (what.kind === 'userItem' && what.injected && this.#cwds.size === 0) this.#addCwd(workingFolder(what.text));
  }

  #addHeader(header: SessionMeta): void {
    if (this.#headers.length < 2) this.#headers.push(header);
  }

  #addCwd(cwd: string | undefined): void {
    if (cwd !== undefined) this.#cwds.add(cwd);
  }

  /** The parent that the header names, else the one whose header is written after the session's own. */
  #parent(own: string): SourceIdentity['parent'] | undefined {
    const named = this.#headers[0]?.parent;
    const replayed = this.#headers[1]?.id;
    const parent = named ?? (replayed === undefined ? undefined : { nativeId: replayed, kind: 'fork' as const });
    return parent === undefined || parent.nativeId === own ? undefined : parent;
  }

  finish(path: string): SourceIdentity | undefined {
    if (!this.#isConversation) return undefined;
    const header = this.#headers[0];
    const nativeId = header?.id ?? ID_IN_NAME.exec(basename(path))?.[1] ?? `record-${this.#firstDigest}`;
    const cwds = [...this.#cwds];
    const parent = this.#parent(nativeId);
    return {
      nativeId,
      cwd: cwds[0] ?? null,
      cwds,
      startedAt: this.#spans.first,
      updatedAt: this.#spans.last,
      ...(parent === undefined ? {} : { parent }),
      ...(this.#firstKey === undefined ? {} : { firstKey: this.#firstKey }),
      headless: header?.headless ?? false,
      branch: header?.branch ?? null,
      agentVersion: header?.version ?? null,
      ...(header === undefined ? {} : repositoryOf(header)),
    };
  }
}

/** Begins to gather who a file is. Keeps ids, places and times, no text. */
export function identifyCodex(): IdentityGatherer {
  return new CodexIdentity();
}
