import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { SpanTally } from '../span-tally.ts';
import { ctxSession, ctxTime, ctxType, eventKey } from './ctx-record.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

type Parent = NonNullable<SourceIdentity['parent']>;

const KINDS: Readonly<Record<string, Parent['kind']>> = {
  delegated: 'subagent',
  workflow_child: 'subagent',
  forked: 'fork',
  resumed_from: 'continuation',
};

function parentOf(session: JsonObject | undefined): Parent | undefined {
  const nativeId = session === undefined ? undefined : ctxSession(session, 'parent_session_id');
  const relation = textField(session, 'session_relationship') ?? '';
  const kind = Object.hasOwn(KINDS, relation) ? KINDS[relation] : undefined;
  return nativeId === undefined || kind === undefined ? undefined : { nativeId, kind };
}

class CtxIdentity implements IdentityGatherer {
  readonly #spans = new SpanTally(NO_LIMIT);
  #id: string | undefined;
  #session: JsonObject | undefined;
  #firstKey: string | undefined;
  #events = 0;

  add(value: unknown): void {
    const record = asObject(value);
    const id = ctxSession(record);
    if (record === undefined || id === undefined) return;
    this.#id ??= id;
    if (id !== this.#id) return;
    if (ctxType(record) === 'session') this.#session ??= record;
    if (ctxType(record) === 'event') {
      this.#events += 1;
      this.#firstKey ??= eventKey(record);
    }
    this.#spans.add(ctxTime(record), false);
  }

  finish(): SourceIdentity | undefined {
    if (this.#id === undefined || this.#events === 0) return undefined;
    const cwd = textField(this.#session, 'cwd') ?? null;
    const parent = parentOf(this.#session);
    return {
      nativeId: this.#id,
      cwd,
      cwds: cwd === null ? [] : [cwd],
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

/** Begins to gather who a session is. Keeps ids, places and times, no text. */
export function identifyCtx(): IdentityGatherer {
  return new CtxIdentity();
}
