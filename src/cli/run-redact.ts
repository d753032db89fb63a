import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { AppContext } from '../app/context.ts';
import { type RedactedDocument, redactDocument } from '../app/redact-document.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Answer } from './answer.ts';
import { safeBlock, safeLine } from './safe-text.ts';

const MOST_BYTES = 256 * 1024 * 1024;
const CHUNK = 1024 * 1024;

function openText(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    throw new LoomError({ kind: 'not-found', code: 'path-not-found', message: `cannot open ${safeLine(path)}`, cause });
  }
}

/** Standard input to its end, or to more than is taken. */
function readInput(): Buffer {
  const chunks: Buffer[] = [];
  for (let total = 0; total <= MOST_BYTES; ) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const count = readSync(0, chunk, 0, CHUNK, null);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    total += count;
  }
  return Buffer.concat(chunks);
}

function readBytes(path: string): Buffer {
  if (path === '-') {
    if (!isatty(0)) return readInput();
    const hints = ['loom redact - < transcript.jsonl'];
    throw new LoomError({ kind: 'usage', code: 'no-input', message: 'nothing is piped to standard input', hints });
  }
  const fd = openText(path);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) {
      const message = `${safeLine(path)} is no regular file`;
      const hints = ['loom redact - reads standard input'];
      throw new LoomError({ kind: 'usage', code: 'not-a-regular-file', message, hints });
    }
    if (stat.size > MOST_BYTES) throw tooLarge(path);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

function tooLarge(path: string): LoomError {
  const message = `${safeLine(path)} has more than 256 MiB`;
  const hints = ['split it at line ends and redact the parts'];
  return new LoomError({ kind: 'problem', code: 'too-large', message, hints });
}

function notText(path: string, cause?: unknown): LoomError {
  const name = safeLine(path);
  const message = `${path === '-' ? 'standard input' : name} is no UTF-8 text; nothing of it is printed`;
  const hints = path === '-' ? [] : [`iconv -f UTF-16 -t UTF-8 '${name}' | loom redact -`];
  return new LoomError({ kind: 'problem', code: 'unreadable-content', message, hints, cause });
}

/** What is no UTF-8 text could hide anything: nothing of it is printed. Bytes of zero are of UTF-16, or of no text. */
function decodeText(path: string, bytes: Uint8Array): string {
  if (bytes.length > MOST_BYTES) throw tooLarge(path);
  if (bytes.includes(0)) throw notText(path);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw notText(path, cause);
  }
}

function totalOf({ rules }: RedactedDocument): number {
  return Object.values(rules).reduce((sum, count) => sum + count, 0);
}

function findingsText({ found }: RedactedDocument): string {
  return found.map(({ rule, tag, count, line }) => `${line}\t${rule}\t${tag}\t${count}\n`).join('');
}

interface RedactWish {
  /** `-` is standard input. */
  readonly path: string | undefined;
  readonly check: boolean;
}

function noFile(): LoomError {
  const hints = ['loom redact - < transcript.jsonl', 'loom redact --rescan'];
  return new LoomError({ kind: 'usage', code: 'missing-argument', message: 'which file? - is standard input', hints });
}

/** Redacts a file or standard input; with `check` says where secrets are, and exits 3 when there are any. */
export function runRedact(app: AppContext, { path, check }: RedactWish): Answer {
  if (path === undefined) throw noFile();
  const document = redactDocument(app, decodeText(path, readBytes(path)));
  const { format, rules, found, text } = document;
  const total = totalOf(document);
  const file = path === '-' ? null : app.redactor.redact(path).text;
  return {
    json: { file, format, total, rules, found },
    ...(check
      ? { text: () => findingsText(document) }
      : { document: (screen) => [screen.terminal ? safeBlock(text) : text] }),
    notes: check ? [total === 0 ? 'No secret was found' : `${total} secrets in ${found.length} values`] : [],
    exit: check && total > 0 ? 3 : 0,
  };
}
