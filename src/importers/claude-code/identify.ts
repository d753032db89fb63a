import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { isSidechain } from './classify.ts';
import { SettingTally } from './setting-tally.ts';
import { Votes } from './votes.ts';

/** A session id of the head of the file, with the last record seen under it. */
interface HeadId {
  readonly sessionId: string;
  at: string | undefined;
}

/** A message of this agent: some other agents' files use the same type names with other shapes. */
function isMessage(record: JsonObject): boolean {
  const type = field(record, 'type');
  if (type !== 'user' && type !== 'assistant') return false;
  const message = field(record, 'message');
  if (typeof message === 'string' || Array.isArray(message)) return true;
  return asObject(message) !== undefined && !Object.hasOwn(message as object, 'parts');
}

/** Far enough that nothing counts as future here: an identity has no moment to compare with. */
const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

class ClaudeIdentity implements IdentityGatherer {
  readonly #sessions = new Votes();
  readonly #agents = new Votes();
  readonly #settings = new SettingTally();
  readonly #spans = new SpanTally(NO_LIMIT);
  /** Session ids in order of first sight, each with the last record of its first run. */
  readonly #heads: HeadId[] = [];
  #firstKey: string | undefined;
  #firstDigest: string | undefined;
  #messages = 0;
  #ofSubagent = 0;

  add(value: unknown): void {
    const record = asObject(value);
    if (record === undefined) return;
    this.#firstDigest ??= createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 32);
    this.#firstKey ??= textField(record, 'uuid');
    this.#settings.add(record);
    this.#spans.add(field(record, 'timestamp'), false);
    const sessionId = textField(record, 'sessionId');
    this.#sessions.add(sessionId);
    if (sessionId !== undefined) this.#addHead(sessionId, textField(record, 'uuid'));
    const agentId = textField(record, 'agentId');
    this.#agents.add(agentId);
    if (!isMessage(record)) return;
    this.#messages += 1;
    if (isSidechain(record) || agentId !== undefined) this.#ofSubagent += 1;
  }

  #addHead(sessionId: string, uuid: string | undefined): void {
    const current = this.#heads.at(-1);
    if (current?.sessionId === sessionId) {
      current.at = uuid ?? current.at;
    } else if (!this.#heads.some((head) => head.sessionId === sessionId)) {
      this.#heads.push({ sessionId, at: uuid });
    }
  }

  finish(path: string): SourceIdentity | undefined {
    if (this.#messages === 0) return undefined;
    const who = this.#whose(path);
    const cwds = [...this.#settings.cwds];
    return {
      ...who,
      cwd: cwds[0] ?? null,
      cwds,
      startedAt: this.#spans.first,
      updatedAt: this.#spans.last,
      ...(this.#firstKey === undefined ? {} : { firstKey: this.#firstKey }),
      headless: this.#settings.headless,
      branch: this.#settings.branch,
      agentVersion: this.#settings.version,
    };
  }

  #whose(path: string): Pick<SourceIdentity, 'nativeId' | 'named' | 'parent'> {
    const stem = basename(path).replace(/\.jsonl$/i, '');
    const own = this.#sessions.counts.has(stem) ? stem : this.#sessions.winner();
    const agentId = own === stem ? undefined : this.#subagentId(path, stem);
    if (agentId !== undefined) return this.#asSubagent(path, agentId, own);
    if (own === undefined) return { nativeId: `record-${this.#firstDigest}` };
    const parent = this.#continuedFrom(own);
    return {
      nativeId: own,
      ...(own === stem ? { named: true } : {}),
      ...(parent === undefined ? {} : { parent }),
    };
  }

  /** The subagent's id when this is a subagent's own file. */
  #subagentId(path: string, stem: string): string | undefined {
    const inFolder = basename(dirname(path)) === 'subagents';
    const named = stem.startsWith('agent-');
    const marked = this.#ofSubagent > 0;
    const allMarked = this.#ofSubagent === this.#messages && this.#agents.counts.size === 1;
    if (!inFolder && !(named && marked) && !allMarked) return undefined;
    const fromName = named ? stem.slice('agent-'.length) : stem;
    return this.#agents.counts.has(fromName) ? fromName : (this.#agents.winner() ?? fromName);
  }

  #asSubagent(
    path: string,
    agentId: string,
    sessionId: string | undefined,
  ): Pick<SourceIdentity, 'nativeId' | 'parent'> {
    const folder = dirname(path);
    const parent = sessionId ?? (basename(folder) === 'subagents' ? basename(dirname(folder)) : undefined);
    if (parent === undefined || parent === '') return { nativeId: `record-${this.#firstDigest}/${agentId}` };
    return { nativeId: `${parent}/${agentId}`, parent: { nativeId: parent, kind: 'subagent' } };
  }

  /** The session whose records stand at the head of this one. */
  #continuedFrom(own: string): SourceIdentity['parent'] | undefined {
    const at = this.#heads.findIndex((head) => head.sessionId === own);
    const before = at > 0 ? this.#heads[at - 1] : undefined;
    if (before === undefined) return undefined;
    const { sessionId: nativeId } = before;
    return { nativeId, kind: 'continuation', ...(before.at === undefined ? {} : { at: before.at }) };
  }
}

/** Begins to gather who a file is. Keeps ids, places and times, no text. */
export function identifyClaude(): IdentityGatherer {
  return new ClaudeIdentity();
}
