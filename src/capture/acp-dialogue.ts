import type { CapturedFact, CaptureSource, HookMoment, HookReading, Told } from '../app/ports/hook-agent.ts';
import type { ProcessMark } from '../events/session-data.ts';
import { asObject, field, type JsonObject, objectField, objectsField, textField } from '../kernel/json-fields.ts';
import { knownParts } from '../kernel/known-parts.ts';
import { acpAgent } from './acp-agent-name.ts';
import { AcpSession } from './acp-session.ts';
import { remember } from './remember.ts';

/** Requests that wait for an answer, and sessions, that are remembered; the oldest go first. */
const MOST_REMEMBERED = 4096;

/** Who speaks. */
export type Speaker = 'client' | 'agent';

interface Asked {
  readonly method: string;
  readonly params: JsonObject;
  readonly session: AcpSession | undefined;
}

/** What is known of the agent before it says who it is. */
export interface DialogueStart {
  /** The agent's name as the person gave it, else that of its program. */
  readonly name: string;
  /** The person said which agent it is. */
  readonly isNamed: boolean;
  readonly process?: ProcessMark;
}

interface Moment {
  readonly at: number;
  readonly moment: HookMoment;
  readonly facts: readonly CapturedFact[];
  readonly shell?: boolean;
}

/** Requests that name a session which was there before. */
const RELOADING: ReadonlySet<string> = new Set(['session/load', 'session/resume']);
const CLOSING: ReadonlySet<string> = new Set(['session/close', 'session/delete']);

function idOf(message: JsonObject): string | undefined {
  const id = field(message, 'id');
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : undefined;
}

/**
 * Follows a dialogue of the Agent Client Protocol and says what happened in it. It answers nothing and holds nothing up; what it
 * does not understand tells nothing.
 */
export class AcpDialogue {
  readonly #start: DialogueStart;
  readonly #asked: Readonly<Record<Speaker, Map<string, Asked>>> = { client: new Map(), agent: new Map() };
  readonly #sessions = new Map<string, AcpSession>();
  #name: string;
  #version: string | undefined;

  constructor(start: DialogueStart) {
    this.#start = start;
    this.#name = start.name;
  }

  /** What one message tells; `at` in milliseconds since the epoch. */
  take(from: Speaker, message: unknown, at: number): readonly Told[] {
    const fields = asObject(message);
    const method = textField(fields, 'method');
    if (fields === undefined) return [];
    const id = idOf(fields);
    if (method === undefined) return id === undefined ? [] : this.#response(from, { id, fields, at });
    const params = objectField(fields, 'params') ?? {};
    const session = this.#sessionOf(from, method, params);
    if (id !== undefined) {
      const sessionNow = RELOADING.has(method) ? this.#reloading(params) : session;
      remember(this.#asked[from], [id, { method, params, session: sessionNow }], MOST_REMEMBERED);
    }
    return session === undefined ? [] : this.#call(from, { method, params, session, at });
  }

  /** The dialogue ended: what was begun is over. */
  end(at: number, reason: string): readonly Told[] {
    return [...this.#sessions.values()].flatMap((session) => this.#close(session, at, reason));
  }

  /** Sessions that are known by now, by native id. */
  nativeIds(): readonly string[] {
    return [...this.#sessions.keys()].map((id) => this.#nativeId(id));
  }

  source(): CaptureSource {
    return { agent: acpAgent(this.#name).agent, kind: 'acp' };
  }

  #nativeId(id: string): string {
    return `${acpAgent(this.#name).prefix}${id}`;
  }

  /** A session that is prompted is there, whether its beginning was seen or not. */
  #sessionOf(from: Speaker, method: string, params: JsonObject): AcpSession | undefined {
    const id = textField(params, 'sessionId');
    if (from === 'client' && method === 'session/prompt') return this.#open(id, params);
    return this.#sessions.get(id ?? '');
  }

  #open(id: string | undefined, params: JsonObject): AcpSession | undefined {
    if (id === undefined) return undefined;
    const known = this.#sessions.get(id);
    if (known !== undefined && !known.isClosed) {
      known.cwd ??= textField(params, 'cwd') ?? null;
      return known;
    }
    const session = new AcpSession(id, textField(params, 'cwd') ?? known?.cwd ?? null);
    remember(this.#sessions, [id, session], MOST_REMEMBERED);
    return session;
  }

  /** Until the answer comes, the agent tells what was said before. */
  #reloading(params: JsonObject): AcpSession | undefined {
    const session = this.#open(textField(params, 'sessionId'), params);
    if (session !== undefined) session.replays += 1;
    return session;
  }

  #call(
    from: Speaker,
    { method, params, session, at }: { method: string; params: JsonObject; session: AcpSession; at: number },
  ): readonly Told[] {
    if (from === 'client') {
      if (method !== 'session/prompt') return [];
      return this.#tell(session, { at, moment: 'other', facts: session.prompt(params) });
    }
    if (session.replays > 0) return [];
    if (method === 'session/update') {
      const update = objectField(params, 'update') ?? {};
      const facts = session.update(update, at);
      return this.#tell(session, { at, moment: 'tool', facts, shell: session.isOfShell(update) });
    }
    if (method !== 'session/request_permission') return [];
    const facts = session.asked(objectField(params, 'toolCall') ?? {}, at);
    return this.#tell(session, { at, moment: 'other', facts });
  }

  #response(from: Speaker, { id, fields, at }: { id: string; fields: JsonObject; at: number }): readonly Told[] {
    const requests = this.#asked[from === 'agent' ? 'client' : 'agent'];
    const asked = requests.get(id);
    if (asked === undefined) return [];
    requests.delete(id);
    if (RELOADING.has(asked.method) && asked.session !== undefined) asked.session.replays -= 1;
    const result = objectField(fields, 'result');
    const error = objectField(fields, 'error');
    if (error !== undefined) return this.#failed(asked, error, at);
    return result === undefined ? [] : this.#answered(asked, result, at);
  }

  #failed({ method, session }: Asked, error: JsonObject, at: number): readonly Told[] {
    if (session === undefined || method !== 'session/prompt') return [];
    const code = String(field(error, 'code'));
    return this.#tell(session, { at, moment: 'stop', facts: [session.failed(code)] });
  }

  #answered(asked: Asked, result: JsonObject, at: number): readonly Told[] {
    const { method, params, session } = asked;
    switch (method) {
      case 'initialize':
        this.#introduced(objectField(result, 'agentInfo'));
        return [];
      case 'session/new':
        this.#open(textField(result, 'sessionId'), params);
        return [];
      case 'session/fork':
        return this.#forked(params, result, at);
      default:
        if (session === undefined) return [];
        return this.#answeredIn(session, { method, params, result, at });
    }
  }

  #answeredIn(
    session: AcpSession,
    { method, params, result, at }: { method: string; params: JsonObject; result: JsonObject; at: number },
  ): readonly Told[] {
    if (RELOADING.has(method)) session.isReloaded = true;
    if (CLOSING.has(method)) return this.#close(session, at, 'closed');
    if (method === 'session/prompt') {
      const facts = session.stopped(textField(result, 'stopReason') ?? 'end_turn');
      return this.#tell(session, { at, moment: 'stop', facts });
    }
    if (method === 'session/request_permission') {
      const callId = textField(objectField(params, 'toolCall'), 'toolCallId') ?? '';
      const facts = session.answered(callId, chosenKind(params, result), at);
      return this.#tell(session, { at, moment: 'other', facts });
    }
    const model = method === 'session/set_model' ? textField(params, 'modelId') : chosenModel(params, result);
    const isModel = method === 'session/set_model' || method === 'session/set_config_option';
    if (!isModel || model === undefined || !session.isBegun) return [];
    return this.#tell(session, { at, moment: 'other', facts: [{ type: 'model.changed', data: { to: model } }] });
  }

  #introduced(info: JsonObject | undefined): void {
    this.#version = textField(info, 'version');
    if (!this.#start.isNamed) this.#name = textField(info, 'name') ?? this.#name;
  }

  #forked(params: JsonObject, result: JsonObject, at: number): readonly Told[] {
    const parent = textField(params, 'sessionId');
    const session = this.#open(textField(result, 'sessionId'), params);
    if (session === undefined || parent === undefined || session.isBegun) return [];
    session.isBegun = true;
    const told = this.#reading(session, { at, moment: 'session-start', facts: [] });
    const reading = { ...told.reading, source: 'fork', parent: this.#nativeId(parent), parentKind: 'fork' } as const;
    return [{ ...told, reading }];
  }

  #close(session: AcpSession, at: number, reason: string): readonly Told[] {
    const isOpen = session.isBegun && !session.isClosed;
    session.isClosed = true;
    if (!isOpen) return [];
    const facts: readonly CapturedFact[] = [{ type: 'session.closed', data: { reason } }];
    return [this.#reading(session, { at, moment: 'session-end', facts })];
  }

  /** A session in which nothing happened leaves no trace: it begins with what happens first. */
  #tell(session: AcpSession, moment: Moment): readonly Told[] {
    if (moment.facts.length === 0) return [];
    const told = this.#reading(session, moment);
    if (session.isBegun && !session.isReloaded) return [told];
    return [this.#begin(session, moment.at), told];
  }

  #begin(session: AcpSession, at: number): Told {
    const reason = session.isReloaded ? 'resume' : 'startup';
    const facts: readonly CapturedFact[] = session.isReloaded ? [{ type: 'session.reloaded', data: { reason } }] : [];
    session.isBegun = true;
    session.isReloaded = false;
    const told = this.#reading(session, { at, moment: 'session-start', facts });
    return { ...told, reading: { ...told.reading, source: reason } };
  }

  #reading({ id, cwd }: AcpSession, { moment, facts, at, shell }: Moment): Told {
    const isTold = facts.some(({ type }) => type === 'tool.completed' || type === 'tool.failed');
    const reading: HookReading = {
      nativeId: this.#nativeId(id),
      cwd,
      moment: moment === 'tool' && !isTold ? 'other' : moment,
      at,
      facts,
      ...knownParts({ process: this.#start.process, agentVersion: this.#version }),
      ...(shell === true && isTold ? { shell } : {}),
    };
    return { source: this.source(), reading };
  }
}

/** The kind of the option that was chosen where a permission was asked for. */
function chosenKind(params: JsonObject, result: JsonObject): string | undefined {
  const outcome = objectField(result, 'outcome');
  const chosen = textField(outcome, 'optionId');
  if (textField(outcome, 'outcome') !== 'selected' || chosen === undefined) return undefined;
  const options = objectsField(params, 'options');
  return textField(
    options.find((option) => textField(option, 'optionId') === chosen),
    'kind',
  );
}

/** The model that a setting of the session chose, where that setting is the one of models. */
function chosenModel(params: JsonObject, result: JsonObject): string | undefined {
  const id = textField(params, 'configId');
  const option = objectsField(result, 'configOptions').find((each) => textField(each, 'id') === id);
  return textField(option, 'category') === 'model' ? textField(option, 'currentValue') : undefined;
}
