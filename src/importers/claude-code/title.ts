import { field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { toTitleLine } from '../title-line.ts';
import type { RecordClass } from './classify.ts';
import { isClientCommand } from './client-command.ts';
import { asTyped, promptKindOf } from './prompt-text.ts';

/** A title and where it came from. */
export interface FoundTitle {
  readonly title: string | null;
  readonly titleSource: 'custom' | 'ai' | 'summary' | 'prompt' | null;
}

/** Names a person chose may be longer than what is cut from a prompt. */
const GIVEN_COLUMNS = 200;

/** No title as long as a person said anything else. */
function isHousekeeping(typed: string): boolean {
  return promptKindOf(typed) === 'bash' || isClientCommand(typed);
}

/** Gathers what a session may be called by. Keeps single lines only. */
export class TitleGatherer {
  worktree: string | null = null;
  #custom: string | null = null;
  #ai: string | null = null;
  #prompt: string | null = null;
  #anyPrompt: string | null = null;
  #task: string | null = null;
  /** Title by leaf, in order of the last sight. */
  readonly #summaries = new Map<string, string>();

  addMetadata(record: JsonObject): void {
    switch (field(record, 'type')) {
      case 'custom-title':
        this.#custom = toTitleLine(textField(record, 'customTitle') ?? '', GIVEN_COLUMNS);
        break;
      case 'ai-title':
        this.#ai = toTitleLine(textField(record, 'aiTitle') ?? '', GIVEN_COLUMNS) ?? this.#ai;
        break;
      case 'summary':
        this.#addSummary(record);
        break;
      case 'worktree-state':
        this.worktree = textField(objectField(record, 'worktreeSession'), 'worktreeName') ?? null;
        break;
    }
  }

  #addSummary(record: JsonObject): void {
    const leaf = textField(record, 'leafUuid');
    const title = toTitleLine(textField(record, 'summary') ?? '', GIVEN_COLUMNS);
    if (leaf === undefined || title === null) return;
    this.#summaries.delete(leaf);
    this.#summaries.set(leaf, title);
  }

  addPrompt(what: Extract<RecordClass, { kind: 'prompt' }>): void {
    if (this.#prompt !== null || what.typed === '') return;
    const title = toTitleLine(asTyped(what.typed.slice(0, 4000)));
    if (!isHousekeeping(what.typed)) this.#prompt = title;
    this.#anyPrompt ??= title;
  }

  /** The words a subagent was sent out with: its title when it is a session of its own. */
  addTask(what: Extract<RecordClass, { kind: 'prompt' }>): void {
    this.#task ??= toTitleLine(asTyped(what.typed.slice(0, 4000)));
  }

  /** The best title; a summary counts only when its leaf is a record of this session. */
  finish(isOwnRecord: (uuid: string) => boolean, asSubagent: boolean): FoundTitle {
    if (this.#custom !== null && this.#custom !== this.worktree) return { title: this.#custom, titleSource: 'custom' };
    if (this.#ai !== null) return { title: this.#ai, titleSource: 'ai' };
    const own = [...this.#summaries].findLast(([leaf]) => isOwnRecord(leaf));
    if (own !== undefined) return { title: own[1], titleSource: 'summary' };
    const prompt = this.#prompt ?? this.#anyPrompt ?? (asSubagent ? this.#task : null);
    return prompt === null ? { title: null, titleSource: null } : { title: prompt, titleSource: 'prompt' };
  }
}
