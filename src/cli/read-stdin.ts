import { LoomError } from '../kernel/loom-error.ts';

/** What standard input is read for, and how many bytes of it are taken. */
const KINDS = {
  'a text': 64 * 1024,
  'a list of ids': 1024 * 1024,
  'the data of an event': 1024 * 1024,
} as const;

/** What is read from standard input. */
export type StdinKind = keyof typeof KINDS;

function tooLong(kind: StdinKind): LoomError {
  return new LoomError({
    kind: 'usage',
    code: 'input-too-long',
    message: `standard input is longer than ${kind} can be: more than ${KINDS[kind] / 1024} KiB`,
    hints: kind === 'a list of ids' ? ['give the ids in several calls'] : [],
  });
}

/** Standard input as text. Throws LoomError `usage` (`input-too-long`) as soon as there is more than its kind can be. */
export async function readStdin(kind: StdinKind): Promise<string> {
  const { readStandardInput } = await import('../files/standard-input.ts');
  const bytes = readStandardInput(KINDS[kind]);
  if (bytes === undefined) throw tooLong(kind);
  return bytes.toString('utf8');
}
