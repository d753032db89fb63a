import type { CapturedFact } from '../app/ports/hook-agent.ts';
import { isShellTool } from '../events/tool-names.ts';
import { field, type JsonObject, listField, objectField, objectsField, textField } from '../kernel/json-fields.ts';
import { knownParts } from '../kernel/known-parts.ts';
import { endedFacts, exitStatusOf, type HookCall, requestedFact } from './hook-facts.ts';

/** Most paths of one call that are remembered. */
const MOST_PATHS = 64;

/** What kinds of calls do to the files that they name. */
const ACCESS: Readonly<Record<string, 'read' | 'edit'>> = { read: 'read', edit: 'edit', delete: 'edit', move: 'edit' };

/** The agent's own name of a tool, where it tells one; else its kind. */
function nameIn(fields: JsonObject): string | undefined {
  const claude = objectField(objectField(fields, '_meta'), 'claudeCode');
  return textField(fields, 'name') ?? textField(claude, 'toolName');
}

/** One tool call of a session, as far as it was told. */
export class AcpCall {
  readonly callId: string;
  #name: string | undefined;
  #kind = 'other';
  #input: unknown;
  #output: unknown;
  readonly #paths = new Set<string>();
  #since: number;
  #isStarted = false;
  #isEnded = false;

  constructor(callId: string, at: number) {
    this.callId = callId;
    this.#since = at;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** It runs commands, whose effects nobody names. */
  get isShell(): boolean {
    return this.#call().shell === true;
  }

  /** That it was asked for. */
  requested(): CapturedFact {
    return this.#withPaths(requestedFact(this.#call()));
  }

  /** What a permission was asked for and answered with. */
  answered(type: 'tool.approved' | 'tool.denied', rule: string | undefined, at: number): CapturedFact {
    this.#since = at;
    // An editor may answer by its own settings: who said yes or no is not told.
    const by = type === 'tool.approved' ? { approvedBy: 'unknown' } : { deniedBy: 'unknown' };
    const data = knownParts({ callId: this.callId, name: this.#call().name, ...by, rule });
    return { type, key: this.callId, data };
  }

  /** Takes in what an update tells, and says what happened by it. */
  update(fields: JsonObject, at: number): readonly CapturedFact[] {
    this.learn(fields);
    const status = textField(fields, 'status');
    if (this.#isEnded) return [];
    if (status === 'completed' || status === 'failed') return this.#end(status === 'failed', at);
    if (status !== 'in_progress' || this.#isStarted) return [];
    this.#isStarted = true;
    this.#since = at;
    const { name } = this.#call();
    return [{ type: 'tool.started', key: this.callId, data: { callId: this.callId, name } }];
  }

  learn(fields: JsonObject): void {
    this.#name = nameIn(fields) ?? this.#name;
    this.#kind = textField(fields, 'kind') ?? this.#kind;
    this.#input = field(fields, 'rawInput') ?? this.#input;
    const content = listField(fields, 'content');
    this.#output = field(fields, 'rawOutput') ?? (content.length > 0 ? content : this.#output);
    for (const value of [...objectsField(fields, 'locations'), ...objectsField(fields, 'content')]) {
      const path = textField(value, 'path');
      if (path !== undefined && this.#paths.size < MOST_PATHS) this.#paths.add(path);
    }
  }

  #call(): HookCall {
    const name = this.#name ?? this.#kind;
    const shell = this.#kind === 'execute' || isShellTool(name);
    return { callId: this.callId, name, input: this.#input, shell };
  }

  #end(failed: boolean, at: number): readonly CapturedFact[] {
    this.#isEnded = true;
    const exitStatus = exitStatusOf(this.#output);
    const durationMs = Math.max(0, Math.round(at - this.#since));
    const outcome = { failed, output: this.#output, durationMs, ...knownParts({ exitStatus }) };
    const facts = endedFacts(this.#call(), outcome).map((fact) => this.#withPaths(fact));
    this.#input = undefined;
    this.#output = undefined;
    return facts;
  }

  /** The protocol names the files of a call apart from its arguments, whatever these are called. */
  #withPaths(fact: CapturedFact): CapturedFact {
    const access = ACCESS[this.#kind];
    if (fact.call === undefined || access === undefined || this.#paths.size === 0) return fact;
    return { ...fact, call: { name: access, input: { paths: [...this.#paths] } } };
  }
}
