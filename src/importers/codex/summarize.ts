import type { KeptDamage, KeptRecord } from '../../app/ports/transcripts.ts';
import type { ConversationSummary, Usage } from '../../domain/conversation.ts';
import type { IsoTime } from '../../kernel/ids.ts';
import { asObject, field, textField } from '../../kernel/json-fields.ts';
import { currentThenDropped } from '../kept-records.ts';
import { SessionTally } from '../session-tally.ts';
import { classify, type RecordClass } from './classify.ts';
import { codexFacts, recordTime } from './facts.ts';
import { type CodexItem, readItem } from './item.ts';
import { splitEditorContext, workingFolder } from './item-text.ts';
import { readEnd, readResult } from './outcome.ts';
import { ReplayGauge } from './replay.ts';
import { beginsTurn } from './scan.ts';
import { readSessionMeta } from './session-meta.ts';
import { modeOf, readTurnSettings } from './turn-settings.ts';
import { readTokenCount, toTokenTotals } from './usage.ts';

/** Prompts counted one way, those of the parent apart. */
interface PromptCount {
  prompts: number;
  inherited: number;
  first: string | undefined;
}

const PROMPT_HEAD = 4000;

function emptyCount(): PromptCount {
  return { prompts: 0, inherited: 0, first: undefined };
}

/** Everything one pass gathers. */
class CodexTally {
  readonly #tally: SessionTally;
  /** Prompts by events, and by items: an event says that a person typed it, so events win where there are any. */
  readonly #typed = emptyCount();
  readonly #items = emptyCount();
  #answers = 0;
  /** Answers of the open turn, by items and by events. */
  #open = { items: 0, said: 0 };
  #compactions = { records: 0, events: 0 };
  #total: Usage | undefined;
  #headers = 0;

  constructor(asOf: IsoTime) {
    this.#tally = new SessionTally(asOf);
  }

  add(item: CodexItem, { current, inherited }: { readonly current: boolean; readonly inherited: boolean }): void {
    const what = classify(item);
    if (beginsTurn(what)) this.#closeTurn();
    if (current) this.#addSetting(what, item, inherited);
    this.#count(what, item, inherited);
  }

  addTime(record: Readonly<Record<string, unknown>>): void {
    this.#tally.spans.add(recordTime(record)?.iso ?? field(record, 'timestamp'), false);
  }

  #closeTurn(): void {
    const { items, said } = this.#open;
    this.#answers += items > 0 ? items : said;
    this.#open = { items: 0, said: 0 };
  }

  #addSetting(what: RecordClass, { payload }: CodexItem, inherited: boolean): void {
    const cwd = what.kind === 'session' || what.kind === 'context' ? textField(payload, 'cwd') : undefined;
    if (cwd !== undefined && !inherited) this.#tally.cwds.add(cwd);
    if (what.kind === 'session') this.#addHeader(payload);
    else if (what.kind === 'context') this.#addTurnSettings(payload);
    else if (what.kind === 'title') this.#tally.title.suggest(textField(payload, 'thread_name') ?? '');
    else if (what.kind === 'tokens') this.#total = readTokenCount(payload)?.total ?? this.#total;
  }

  /** Only the first header is the session's own. */
  #addHeader(payload: CodexItem['payload']): void {
    this.#headers += 1;
    const { branch, version, headless } = readSessionMeta(payload);
    if (this.#headers > 1) return;
    this.#tally.branch = branch ?? null;
    this.#tally.version = version ?? null;
    this.#tally.headless = headless;
  }

  #addTurnSettings(payload: CodexItem['payload']): void {
    const settings = readTurnSettings(payload);
    if (settings.model !== undefined) this.#tally.models.add(settings.model);
    this.#tally.mode = modeOf(settings) ?? this.#tally.mode;
    this.#tally.effort = settings.effort ?? this.#tally.effort;
  }

  #count(what: RecordClass, item: CodexItem, inherited: boolean): void {
    if (what.kind === 'typed') this.#addPrompt(this.#typed, what.text, inherited);
    else if (what.kind !== 'userItem') this.#countAside(what, item);
    else if (what.injected) this.#addFolder(what.text);
    else this.#addPrompt(this.#items, what.text, inherited);
  }

  #countAside(what: RecordClass, { payload }: CodexItem): void {
    if (what.kind === 'answerItem') this.#open.items += 1;
    else if (what.kind === 'said') this.#open.said += 1;
    else if (what.kind === 'call') this.#tally.addCall(what.callId);
    else if (what.kind === 'result') this.#addEnd(what.callId, readResult(payload).failed);
    else if (what.kind === 'end') this.#addEnd(what.callId, readEnd(payload).failed);
    else if (what.kind === 'compacted') this.#compactions.records += 1;
    else if (what.kind === 'compactedEvent') this.#compactions.events += 1;
    else if (what.kind === 'notice' && what.about === 'error') this.#tally.errors += 1;
  }

  #addEnd(callId: string | undefined, failed: boolean): void {
    if (failed && callId !== undefined) this.#tally.failures.add(callId);
  }

  #addPrompt(count: PromptCount, text: string, inherited: boolean): void {
    count.prompts += 1;
    if (inherited) count.inherited += 1;
    const { typed } = splitEditorContext(text);
    if (typed !== '') count.first ??= typed.slice(0, PROMPT_HEAD);
  }

  #addFolder(text: string): void {
    const folder = this.#tally.cwds.size > 0 ? undefined : workingFolder(text);
    if (folder !== undefined) this.#tally.cwds.add(folder);
  }

  finish(): ConversationSummary {
    this.#closeTurn();
    const { prompts, inherited, first } = this.#typed.prompts > 0 ? this.#typed : this.#items;
    if (first !== undefined) this.#tally.title.addPrompt(first);
    this.#tally.compactions = this.#compactions.records > 0 ? this.#compactions.records : this.#compactions.events;
    return this.#tally.finish({
      counts: { prompts, inherited, answers: this.#answers },
      tokens: toTokenTotals(this.#total),
    });
  }
}

/** Summarizes kept records in one pass. Memory grows with the number of calls, not with texts. */
export function summarizeCodex(
  records: Iterable<KeptRecord | KeptDamage>,
  options: { readonly asOf: IsoTime; readonly inheritedRecords?: number },
): ConversationSummary {
  const tally = new CodexTally(options.asOf);
  const gauge = new ReplayGauge();
  for (const kept of currentThenDropped(records, (record) => codexFacts(record).key)) {
    const record = asObject(kept.record);
    if (record === undefined) continue;
    tally.addTime(record);
    const item = readItem(record);
    if (item === undefined) continue;
    const replayed = gauge.add(item, kept.at);
    tally.add(item, { current: kept.current, inherited: replayed || kept.n <= (options.inheritedRecords ?? 0) });
  }
  return tally.finish();
}
