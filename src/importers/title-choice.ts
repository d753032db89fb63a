import type { ConversationSummary } from '../domain/conversation.ts';
import { toTitleLine } from './title-line.ts';

/** Names a person or an agent gave may be longer than what is cut from a prompt. */
const GIVEN_COLUMNS = 200;
/** Characters of a prompt that can reach its title. */
const PROMPT_HEAD = 4000;

/** What a session may be called by: a name given to it, one that the agent made, or its first prompt. Keeps single lines. */
export class TitleChoice {
  #custom: string | null = null;
  #ai: string | null = null;
  #prompt: string | null = null;

  /** The newest name counts, and an empty one takes it away. */
  rename(title: string): void {
    this.#custom = toTitleLine(title, GIVEN_COLUMNS);
  }

  suggest(title: string): void {
    this.#ai = toTitleLine(title, GIVEN_COLUMNS) ?? this.#ai;
  }

  /** The first prompt with words in it counts. */
  addPrompt(text: string): void {
    this.#prompt ??= toTitleLine(text.slice(0, PROMPT_HEAD));
  }

  finish(): Pick<ConversationSummary, 'title' | 'titleSource'> {
    if (this.#custom !== null) return { title: this.#custom, titleSource: 'custom' };
    if (this.#ai !== null) return { title: this.#ai, titleSource: 'ai' };
    return this.#prompt === null ? { title: null, titleSource: null } : { title: this.#prompt, titleSource: 'prompt' };
  }
}
