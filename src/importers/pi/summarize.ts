import type { KeptDamage, KeptRecord } from '../../app/ports/transcripts.ts';
import type { ConversationSummary, Usage } from '../../domain/conversation.ts';
import type { IsoTime } from '../../kernel/ids.ts';
import { asObject, field, isTrue, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { currentThenDropped } from '../kept-records.ts';
import { SessionTally } from '../session-tally.ts';
import { callsOf, changedModel, entryId, entryType, isAboutFile, joinedText, messageOf, roleOf } from './entry.ts';
import { piFacts } from './facts.ts';
import { readEntryPatch, readHeaderFields } from './patches.ts';
import { readUsage } from './usage.ts';

/** What one message adds to the figures; a patch of it replaces all of that. */
interface Contribution {
  readonly role: string;
  readonly usage: Usage | undefined;
  readonly model: string | undefined;
  /** Ids of its calls; undefined for each call that has none. */
  readonly calls: readonly (string | undefined)[];
  readonly failedCall: string | undefined;
  readonly isError: boolean;
  readonly inherited: boolean;
}

/** Characters of a prompt that can reach a title. */
const PROMPT_HEAD = 4000;
const NO_USAGE: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

function contributionOf(message: JsonObject, inherited: boolean): Contribution {
  const role = roleOf(message);
  const isAnswer = role === 'assistant';
  const failed = role === 'toolResult' && isTrue(message, 'isError');
  return {
    role,
    usage: isAnswer ? readUsage(message) : undefined,
    model: isAnswer ? textField(message, 'model') : undefined,
    calls: isAnswer ? callsOf(message).map((call) => textField(call, 'id')) : [],
    failedCall: failed ? textField(message, 'toolCallId') : undefined,
    isError: isAnswer && textField(message, 'stopReason') === 'error',
    inherited,
  };
}

function addUsage(a: Usage, b: Usage | undefined): Usage {
  if (b === undefined) return a;
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
  };
}

/** Everything one pass gathers. */
class PiTally {
  readonly #tally: SessionTally;
  readonly #messages = new Map<string, Contribution>();
  readonly #ids = new Set<string>();
  #compactions = 0;

  constructor(asOf: IsoTime) {
    this.#tally = new SessionTally(asOf);
  }

  add(entry: JsonObject, kept: KeptRecord, inheritedRecords: number): void {
    this.#tally.spans.add(field(entry, 'timestamp'), messageOf(entry) !== undefined);
    if (kept.current) this.#addSetting(entry);
    this.#addEntry(entry, kept.n, kept.n <= inheritedRecords);
    const patch = kept.current ? readEntryPatch(entry) : undefined;
    const patched = patch === undefined ? undefined : this.#messages.get(patch.target);
    if (patch !== undefined && patched !== undefined)
      this.#messages.set(patch.target, contributionOf(patch.message, patched.inherited));
  }

  /** The first entry of an id bears it. */
  #addEntry(entry: JsonObject, n: number, inherited: boolean): void {
    if (isAboutFile(entry)) return;
    const native = entryId(entry);
    if (native !== undefined && this.#ids.has(native)) return;
    if (native !== undefined) this.#ids.add(native);
    if (entryType(entry) === 'compaction') this.#compactions += 1;
    const message = messageOf(entry);
    if (message !== undefined) this.#addMessage(native ?? `line:${n}`, message, inherited);
  }

  #addMessage(id: string, message: JsonObject, inherited: boolean): void {
    const contribution = contributionOf(message, inherited);
    this.#messages.set(id, contribution);
    this.#addModel(contribution.model);
    if (roleOf(message) === 'user')
      this.#tally.title.addPrompt(joinedText(field(message, 'content')).slice(0, PROMPT_HEAD));
  }

  #addSetting(entry: JsonObject): void {
    const header = readHeaderFields(entry);
    if (header !== undefined) this.#addHeader(header);
    const type = entryType(entry);
    if (type === 'title' || type === 'title_change')
      this.#addTitle(textField(entry, 'title'), textField(entry, 'source'));
    else if (type === 'session_info') this.#tally.title.rename(textField(entry, 'name') ?? '');
    else if (type === 'model_change') this.#addModel(changedModel(entry));
    else if (type === 'thinking_level_change')
      this.#tally.effort = textField(entry, 'thinkingLevel') ?? this.#tally.effort;
    else if (type === 'mode_change') this.#tally.mode = textField(entry, 'mode') ?? this.#tally.mode;
  }

  #addHeader(header: JsonObject): void {
    const cwd = textField(header, 'cwd');
    if (cwd !== undefined) this.#tally.cwds.add(cwd);
    this.#tally.effort ??= textField(header, 'thinkingLevel') ?? null;
    this.#addTitle(textField(header, 'title'), textField(header, 'titleSource'));
  }

  /** A title whose maker is not named was made by the agent. */
  #addTitle(title: string | undefined, source: string | undefined): void {
    if (title === undefined) return;
    if (source === 'user' || source === 'manual') this.#tally.title.rename(title);
    else this.#tally.title.suggest(title);
  }

  #addModel(model: string | undefined): void {
    if (model !== undefined) this.#tally.models.add(model);
  }

  finish(): ConversationSummary {
    let [prompts, inherited, answers, tokens] = [0, 0, 0, NO_USAGE];
    for (const message of this.#messages.values()) {
      if (message.role === 'user') {
        prompts += 1;
        if (message.inherited) inherited += 1;
      }
      if (message.role === 'assistant') answers += 1;
      tokens = addUsage(tokens, message.usage);
      this.#settle(message);
    }
    this.#tally.compactions = this.#compactions;
    return this.#tally.finish({
      counts: { prompts, inherited, answers },
      tokens: { ...tokens, inputIncludesCache: false },
    });
  }

  #settle({ calls, failedCall, isError }: Contribution): void {
    for (const call of calls) this.#tally.addCall(call);
    if (failedCall !== undefined) this.#tally.failures.add(failedCall);
    if (isError) this.#tally.errors += 1;
  }
}

/** Summarizes kept records in one pass. Memory grows with the number of entries, not with texts. */
export function summarizePi(
  records: Iterable<KeptRecord | KeptDamage>,
  options: { readonly asOf: IsoTime; readonly inheritedRecords?: number },
): ConversationSummary {
  const tally = new PiTally(options.asOf);
  for (const kept of currentThenDropped(records, (record) => piFacts(record).key)) {
    const entry = asObject(kept.record);
    if (entry !== undefined) tally.add(entry, kept, options.inheritedRecords ?? 0);
  }
  return tally.finish();
}
