import { isAscii } from 'node:buffer';
import { escapeActive, printJson } from '../kernel/json-text.ts';
import { type Answer, type AnswerDocument, type AnswerText, RawJson } from './answer.ts';
import { AnswerNotWritten, writeAnswer, writeNotice, writeShown } from './output.ts';
import { type OutputMode, readOutputMode } from './output-mode.ts';
import { openScreen } from './screen.ts';
import { systemClock } from './system-sources.ts';

const DELETE = 0x7f;

/** Escapes what a screen would act on; most pieces are plain and pass as the bytes they are. */
function escapedPiece(piece: string | Uint8Array): string | Uint8Array {
  if (typeof piece === 'string') return escapeActive(piece);
  const isPlain = isAscii(piece) && !piece.includes(DELETE);
  return isPlain ? piece : escapeActive(Buffer.from(piece).toString('utf8'));
}

async function writeRaw({ content, isVerbatim }: RawJson): Promise<void> {
  const isEscaped = !isVerbatim || (await openScreen(1, systemClock())).terminal;
  if (typeof content === 'string') return writeAnswer(isEscaped ? escapeActive(content) : content);
  for (const piece of content) writeAnswer(isEscaped ? escapedPiece(piece) : piece);
}

async function writeJson(json: unknown): Promise<void> {
  const value = typeof json === 'function' ? await (json as () => unknown)() : json;
  if (value instanceof RawJson) await writeRaw(value);
  else writeAnswer(printJson(value, 2));
  writeAnswer('\n');
}

async function writePieces(pieces: AnswerDocument, write: (piece: string) => void): Promise<void> {
  let last = '\n';
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    if (typeof piece === 'string') write(piece);
    else writeAnswer(piece);
    last = typeof piece === 'string' ? piece : '\n';
  }
  if (!last.endsWith('\n')) writeAnswer('\n');
}

async function writeText(text: AnswerText): Promise<void> {
  return writePieces(typeof text === 'string' ? [text] : text, writeShown);
}

async function writeDocuments(documents: Iterable<unknown> | AsyncIterable<unknown>): Promise<void> {
  for await (const document of documents) writeAnswer(`${printJson(document)}\n`);
}

async function writeBody(answer: Answer, mode: OutputMode): Promise<void> {
  if (answer.written === true) return;
  if (mode.format === 'json') return writeJson(answer.json);
  if (mode.format === 'jsonl' && answer.jsonl !== undefined) return writeDocuments(answer.jsonl());
  const screen = await openScreen(1, systemClock(), mode.color);
  if (answer.document !== undefined) await writePieces(answer.document(screen), writeAnswer);
  else if (answer.text !== undefined) await writeText(answer.text(screen));
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
