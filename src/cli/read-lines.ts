import { createInterface } from 'node:readline';
import { exitCodeOf } from './exit-code.ts';
import { writeNotice } from './output.ts';

/** A conversation with a person on a terminal, one line at a time. */
export interface Dialogue {
  /** Writes the question and resolves to the line that answers it; null when nothing more comes. */
  ask(question: string): Promise<string | null>;
  close(): void;
}

/** Opens a conversation on standard input; questions go to stderr. */
export function openDialogue(): Dialogue {
  const prompt = createInterface({ input: process.stdin, terminal: false });
  const stop = (): void => process.exit(exitCodeOf('interrupted'));
  process.once('SIGINT', stop);
  const lines = prompt[Symbol.asyncIterator]();
  return {
    ask: async (question) => {
      writeNotice(question);
      const next = await lines.next();
      return next.done === true ? null : String(next.value).trim();
    },
    close: () => {
      process.removeListener('SIGINT', stop);
      prompt.close();
    },
  };
}
