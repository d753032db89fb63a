import type { KeptDamage, KeptRecord } from '../../app/ports/transcripts.ts';
import type { Compaction, ContentBlock, Conversation, Message, Usage } from '../../domain/conversation.ts';
import { listBranches } from '../../domain/conversation-branches.ts';
import { findActiveLeaf, tracePath } from '../../domain/conversation-path.ts';
import { pairTools } from '../../domain/tool-pairing.ts';
import { textField } from '../../kernel/json-fields.ts';
import { knownParts } from '../../kernel/known-parts.ts';
import { LinearThread } from '../linear-thread.ts';
import {
  type ContentContext,
  callBlocks,
  endBlocks,
  injectedBlocks,
  messageBlocks,
  promptBlocks,
  resultBlocks,
  thinkingBlocks,
} from './message-content.ts';
import { gatherOutcomes, type Outcomes } from './outcomes.ts';
import { type CodexScan, type ScannedItem, scanItems } from './scan.ts';
import { readSessionMeta } from './session-meta.ts';
import { describeSettings, readTurnSettings, type TurnSettings } from './turn-settings.ts';
import { readTokenCount } from './usage.ts';

/** What a message is and says; its place comes later. */
type Said = Pick<Message, 'kind' | 'role' | 'content'> & Partial<Message>;

const QUIET: Said | undefined = undefined;

function say(kind: Message['kind'], role: Message['role'], content: readonly ContentBlock[]): Said | undefined {
  return content.length === 0 ? QUIET : { kind, role, content };
}

function notice(kind: string, text: string): Said {
  return { kind: 'notice', role: 'system', content: [{ type: 'notice', kind, text }] };
}

/** Builds the messages of one file, record by record. */
class ConversationBuilder {
  readonly thread = new LinearThread();
  readonly compactions: Compaction[] = [];
  nativeId: string | null = null;
  readonly #scan: CodexScan;
  readonly #outcomes: Outcomes;
  readonly #withResult: ReadonlySet<string>;
  readonly #inheritedRecords: number;
  #settings: TurnSettings | undefined;
  #policy = '';
  #branch: string | undefined;
  #provider: string | undefined;
  #total = '';

  constructor(scan: CodexScan, inheritedRecords: number) {
    this.#scan = scan;
    this.#inheritedRecords = inheritedRecords;
    this.#outcomes = gatherOutcomes(scan.items);
    const results = scan.items.filter(({ what }) => what.kind === 'result');
    this.#withResult = new Set(results.flatMap(({ what }) => ('callId' in what ? (what.callId ?? []) : [])));
  }

  build(): void {
    for (const scanned of this.#scan.items) {
      if (this.#scan.twins.has(scanned)) continue;
      this.#note(scanned);
      const said = this.#read(scanned);
      if (said !== undefined) this.#add(scanned, said);
    }
  }

  /** Takes in what a record says about those after it. */
  #note({ what, item, kept }: ScannedItem): void {
    if (what.kind === 'session') this.#noteSession(item.payload);
    else if (what.kind === 'context') this.#settings = readTurnSettings(item.payload);
    else if (what.kind === 'rollback' && kept.current) this.thread.rollBack(what.turns);
    else if (what.kind === 'tokens') this.#noteUsage(item.payload);
  }

  #noteSession(payload: ScannedItem['item']['payload']): void {
    const { id, branch } = readSessionMeta(payload);
    this.nativeId ??= id ?? null;
    this.#branch ??= branch;
    this.#provider ??= textField(payload, 'model_provider');
  }

  /** A count after a request belongs to the last answer before it; a repeated count says nothing new. */
  #noteUsage(payload: ScannedItem['item']['payload']): void {
    const count = readTokenCount(payload);
    const total = JSON.stringify(count?.total);
    if (count?.last === undefined || total === this.#total) return;
    this.#total = total;
    this.#giveUsage(count.last);
  }

  #giveUsage(usage: Usage): void {
    const { messages } = this.thread;
    const at = messages.findLastIndex(({ kind }) => kind === 'answer');
    const answer = messages[at];
    if (answer !== undefined && answer.usage === undefined) messages[at] = { ...answer, usage };
  }

  #read(scanned: ScannedItem): Said | undefined {
    const { what, item, kept } = scanned;
    const context: ContentContext = { item, subs: kept.subs };
    switch (what.kind) {
      case 'userItem':
        return this.#scan.typed.has(scanned)
          ? this.#prompt(promptBlocks(context, what.text))
          : say('meta', 'user', injectedBlocks(context));
      case 'typed':
        return this.#prompt(promptBlocks(context, what.text));
      case 'developer':
        return say('meta', 'system', injectedBlocks(context));
      case 'answerItem':
        return say('answer', 'assistant', messageBlocks(context));
      case 'said':
        return say('answer', 'assistant', what.text === '' ? [] : [{ type: 'text', text: what.text }]);
      case 'thinkingItem':
        return say('answer', 'assistant', thinkingBlocks(context));
      case 'thought':
        return say('answer', 'assistant', what.text === '' ? [] : [{ type: 'thinking', text: what.text }]);
      case 'call':
        return say('answer', 'assistant', callBlocks(context, what.callId ?? scanned.id));
      default:
        return this.#readAside(scanned, context);
    }
  }

  #readAside({ what, item, kept, id }: ScannedItem, context: ContentContext): Said | undefined {
    switch (what.kind) {
      case 'result':
        return say('toolResult', 'user', resultBlocks(context, what.callId ?? id, this.#failed(what.callId)));
      case 'end':
        return what.callId === undefined || this.#withResult.has(what.callId)
          ? QUIET
          : say('toolResult', 'user', endBlocks(context, what.callId, this.#failed(what.callId)));
      case 'context':
        return this.#changedPolicy();
      case 'compacted':
      case 'compactedEvent':
        return this.#compaction({ id, at: kept.at }, textField(item.payload, 'message') ?? '');
      case 'rollback':
        return notice('rolled-back', `${what.turns} ${what.turns === 1 ? 'turn was' : 'turns were'} taken back`);
      case 'notice':
        return notice(what.about, what.text);
      default:
        return QUIET;
    }
  }

  #prompt(content: readonly ContentBlock[]): Said {
    return { kind: 'prompt', role: 'user', content, promptKind: 'plain' };
  }

  #failed(callId: string | undefined): boolean {
    return callId !== undefined && this.#outcomes.get(callId)?.failed === true;
  }

  /** What the agent is allowed, where it is not what it was in the turn before. */
  #changedPolicy(): Said | undefined {
    const policy = this.#settings === undefined ? '' : describeSettings(this.#settings);
    if (policy === '' || policy === this.#policy) return QUIET;
    this.#policy = policy;
    return { kind: 'meta', role: 'system', content: [{ type: 'notice', kind: 'policy', text: policy }] };
  }

  #compaction({ id, at }: Pick<Compaction, 'id' | 'at'>, summary: string): Said {
    this.compactions.push(summary === '' ? { id, at } : { id, at, summaryMessageId: id });
    if (summary === '') return notice('compaction', 'earlier history was replaced');
    return { kind: 'summary', role: 'user', content: [{ type: 'text', text: summary }] };
  }

  #add({ kept, id, replayed }: ScannedItem, said: Said): void {
    const isAnswer = said.kind === 'answer';
    const message: Message = {
      id,
      parentId: null,
      at: kept.at,
      ...said,
      ...knownParts({
        model: isAnswer ? this.#settings?.model : undefined,
        provider: isAnswer ? this.#provider : undefined,
        cwd: this.#settings?.cwd,
        branch: this.#branch,
        inherited: replayed || kept.n <= this.#inheritedRecords ? (true as const) : undefined,
      }),
      line: kept.n,
    };
    this.thread.add(message, kept.current);
  }
}

/** Normalizes what was scanned. */
export function normalizeScan(scan: CodexScan, inheritedRecords = 0): Conversation {
  const builder = new ConversationBuilder(scan, inheritedRecords);
  builder.build();
  const { messages, dropped } = builder.thread;
  const leaf = findActiveLeaf(messages, { dropped });
  const activePath = tracePath(messages, leaf);
  return {
    agent: 'codex',
    nativeId: builder.nativeId,
    messages,
    activePath,
    branches: listBranches(messages, activePath, leaf),
    compactions: builder.compactions,
    repairs: [...scan.repairs, ...pairTools(messages).repairs],
  };
}

/** Normalizes kept records into a conversation. Holds all of it; nothing is lost that a record says to a reader. */
export function normalizeCodex(
  records: Iterable<KeptRecord | KeptDamage>,
  options: { readonly inheritedRecords?: number } = {},
): Conversation {
  return normalizeScan(scanItems(records), options.inheritedRecords);
}
