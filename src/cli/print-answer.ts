import { printJson } from '../kernel/json-text.ts';
import { type Answer, type AnswerText, RawJson } from './answer.ts';
import { AnswerNotWritten, writeAnswer, writeNotice } from './output.ts';
import { type OutputMode, readOutputMode } from './output-mode.ts';
import { openScreen } from './screen.ts';
import { systemClock } from './system-sources.ts';

async function serialize(json: unknown): Promise<RawJson['content']> {
  const value = typeof json === 'function' ? await (json as () => unknown)() : json;
  return value instanceof RawJson ? value.content : printJson(value, 2);
}

async function writeJson(json: unknown): Promise<void> {
  const content = await serialize(json);
  for (const piece of typeof content === 'string' ? [content] : content) writeAnswer(piece);
  writeAnswer('\n');
}

async function writePieces(pieces: Exclude<AnswerText, string>): Promise<void> {
  let last = '\n';
  for await (const piece of pieces) {
    if (piece === '') continue;
    writeAnswer(piece);
    last = typeof piece === 'string' ? piece : '\n';
  }
  if (!last.endsWith('\n')) writeAnswer('\n');
}

async function writeText(text: AnswerText): Promise<void> {
  if (typeof text !== 'string') return writePieces(text);
  if (text !== '') writeAnswer(text.endsWith('\n') ? text : `${text}\n`);
}

async function writeDocuments(documents: Iterable<unknown> | AsyncIterable<unknown>): Promise<void> {
  for await (const document of documents) writeAnswer(`${printJson(document)}\n`);
}

async function writeBody(answer: Answer, mode: OutputMode): Promise<void> {
  if (answer.written === true) return;
  if (mode.format === 'json') {
    await writeJson(answer.json);
    return;
  }
  if (mode.format === 'jsonl' && answer.jsonl !== undefined) return writeDocuments(answer.jsonl());
  if (answer.text !== undefined) await writeText(answer.text(await openScreen(1, systemClock(), mode.color)));
}

function notesOf({ notes }: Answer): readonly string[] {
  return typeof notes === 'function' ? notes() : (notes ?? []);
}

/**
 * Prints an answer: the document or text on stdout, notes and warnings on stderr. Resolves to the exit code.
 * When stdout cannot take it, the error tells what was committed all the same.
 */
export async function printAnswer(answer: Answer, argv: readonly string[]): Promise<number> {
  const mode = readOutputMode(argv);
  for (const warning of answer.warnings ?? []) writeNotice(`Warning: ${warning}\n`);
  try {
    await writeBody(answer, mode);
  } catch (error) {
    if (error instanceof AnswerNotWritten && answer.committed !== undefined) {
      writeNotice(`Committed all the same: ${answer.committed}\n`);
    }
    throw error;
  }
  if (!mode.quiet) for (const note of notesOf(answer)) writeNotice(`${note}\n`);
  return answer.exit ?? 0;
}
