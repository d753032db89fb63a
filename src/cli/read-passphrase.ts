import { openSync, readSync } from 'node:fs';
import { isatty } from 'node:tty';
import { LoomError } from '../kernel/loom-error.ts';
import { exitCodeOf } from './exit-code.ts';

/** Where a passphrase comes from. */
export interface PassphraseWish {
  /** What is asked; ends with a colon. */
  readonly question: string;
  /** `--passphrase-fd`. */
  readonly descriptor: number | undefined;
  /** It is asked for twice, as nobody sees what is typed and the file could never be opened again. */
  readonly isNew: boolean;
}

const LONGEST = 4096;

function badPassphrase(message: string, cause?: unknown): LoomError {
  return new LoomError({ kind: 'usage', code: 'bad-passphrase', message, cause });
}

/** Reads up to the first line feed and takes no byte beyond it: what follows is somebody else's. */
function readLineOf(descriptor: number): string {
  const byte = Buffer.alloc(1);
  const bytes: number[] = [];
  while (bytes.length <= LONGEST) {
    if (readByte(descriptor, byte) === 0 || byte[0] === 0x0a) return Buffer.from(bytes).toString('utf8');
    bytes.push(byte[0] as number);
  }
  throw badPassphrase(`a passphrase has at most ${LONGEST} bytes`);
}

function readByte(descriptor: number, byte: Buffer): number {
  try {
    return readSync(descriptor, byte, 0, 1, null);
  } catch (cause) {
    throw badPassphrase(`--passphrase-fd ${descriptor}: nothing can be read from that descriptor`, cause);
  }
}

/** The terminal of the person, which is not stdin when a document comes from there. */
function openTerminal(): number | undefined {
  try {
    const descriptor = openSync('/dev/tty', 'r+');
    if (isatty(descriptor)) return descriptor;
  } catch {
    // There is none, as in an agent or a job.
  }
  return isatty(0) && isatty(2) ? 0 : undefined;
}

function nobodyToAsk(): LoomError {
  return new LoomError({
    kind: 'usage',
    code: 'no-passphrase',
    message: 'a passphrase is needed, and there is no terminal to ask on',
    hints: ['give it with --passphrase-fd N or in LOOM_PASSPHRASE, or use keys of age-keygen instead'],
  });
}

async function askOnce(question: string, terminal: number): Promise<string> {
  const { read } = await import('read');
  const { ReadStream, WriteStream } = await import('node:tty');
  const input = terminal === 0 ? process.stdin : new ReadStream(terminal);
  const output = new WriteStream(terminal === 0 ? 2 : terminal);
  try {
    const given = await read({ prompt: question, silent: true, input, output });
    // What was typed is not echoed, the end of the line neither.
    output.write('\n');
    return given;
  } catch {
    return process.exit(exitCodeOf('interrupted'));
  } finally {
    // One that goes on reading would take letters of the next answer.
    if (input !== process.stdin) input.destroy();
  }
}

async function askOnTerminal({ question, isNew }: PassphraseWish): Promise<string> {
  const first = openTerminal();
  if (first === undefined) throw nobodyToAsk();
  const given = await askOnce(question, first);
  if (!isNew) return given;
  const again = await askOnce('The same again:', openTerminal() ?? first);
  if (given !== again) throw badPassphrase('the two passphrases differ; nothing was written');
  return given;
}

/** A passphrase: of the descriptor, else of LOOM_PASSPHRASE, else what a person types unseen. Never of the command line. */
export async function readPassphrase(wish: PassphraseWish): Promise<string> {
  const { descriptor } = wish;
  const given =
    descriptor === undefined
      ? (process.env['LOOM_PASSPHRASE'] ?? (await askOnTerminal(wish)))
      : readLineOf(descriptor).replace(/\r$/, '');
  if (given === '') throw badPassphrase('the passphrase is empty');
  return given;
}
