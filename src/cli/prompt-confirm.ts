import { LoomError } from '../kernel/loom-error.ts';
import { exitCodeOf } from './exit-code.ts';
import { writeNotice } from './output.ts';
import { safeLine } from './safe-text.ts';
import { canAsk } from './screen.ts';

/** A question before something that cannot be undone easily. */
export interface Confirmation {
  /** Names what will happen and to how many; ends with a question mark. */
  readonly question: string;
  /** The command that does it without asking, exactly as it runs. */
  readonly command: string;
  /** `--yes` was given. */
  readonly yes: boolean;
  /** The word to type instead of `y`, for what erases. */
  readonly word?: string;
}

async function readReply(question: string): Promise<string> {
  const { createInterface } = await import('node:readline');
  process.once('SIGINT', () => process.exit(exitCodeOf('interrupted')));
  return new Promise((resolve) => {
    const prompt = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
    prompt.once('close', () => resolve(''));
    prompt.once('line', (line) => {
      resolve(line.trim());
      prompt.close();
    });
    writeNotice(question);
  });
}

function isConsent(reply: string, word: string | undefined): boolean {
  return word === undefined ? /^y(es)?$/i.test(reply) : reply === word;
}

function notConfirmed(): LoomError {
  return new LoomError({ kind: 'refused', code: 'not-confirmed', message: 'not confirmed; nothing was changed' });
}

/** Asks a person, who can be asked, to say yes or no; anything but a yes is no. */
export async function ask(question: string): Promise<boolean> {
  return isConsent(await readReply(`${safeLine(question)} [y/N] `), undefined);
}

/**
 * Returns when the person agreed, by `--yes` or by answering on a terminal. Throws LoomError `refused`:
 * `confirmation-needed` where nobody can be asked, `not-confirmed` when the answer was no.
 */
export async function confirm({ question, command, yes, word }: Confirmation): Promise<void> {
  if (yes) return;
  if (!(await canAsk())) {
    throw new LoomError({
      kind: 'refused',
      code: 'confirmation-needed',
      message: `${safeLine(question)} Confirmation is needed, and this is no terminal`,
      hints: [command],
    });
  }
  const choice = word === undefined ? '[y/N]' : `Type ${word} to go on:`;
  const reply = await readReply(`${safeLine(question)} ${choice} `);
  if (isConsent(reply, word)) return;
  throw notConfirmed();
}

/** Asks before something harmless: anything but a no goes on. Throws LoomError `refused`/`not-confirmed` after a no. */
export async function askToGoOn(question: string): Promise<void> {
  const reply = await readReply(`${safeLine(question)} [Y/n] `);
  if (/^no?$/i.test(reply)) throw notConfirmed();
}
