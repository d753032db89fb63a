import { LoomError } from '../kernel/loom-error.ts';

interface ExportedSession {
  readonly session: { readonly id?: unknown };
  readonly events?: readonly unknown[];
  readonly kept?: readonly unknown[];
  readonly blobs?: readonly unknown[];
}

interface ExportDocument {
  readonly loom?: unknown;
  readonly v?: unknown;
  readonly childrenNotIncluded?: unknown;
  readonly sessions?: readonly ExportedSession[];
}

/**
 * Gives an export line by line, whichever of the two shapes it has: JSON lines pass through; the one document of
 * `sessions export --format json` becomes the same lines. Its kept records stand on lines of their own and pass verbatim.
 */
export async function* linesOfDocument(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return;
  const head = first.value.replace(/^\uFEFF/, '');
  if (isLine(head)) {
    yield head;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    return;
  }
  const rest: string[] = [head];
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) rest.push(next.value);
  yield* documentLines(rest);
}

function isLine(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return (value as { loom?: unknown } | null)?.loom !== 'session-export';
  } catch {
    return !text.includes('session-export') && text.trim() !== '{';
  }
}

function* documentLines(lines: readonly string[]): Generator<string> {
  const document = parseDocument(lines.join('\n'));
  const { v, childrenNotIncluded } = document;
  yield JSON.stringify({ loom: 'export', v, scope: 'sessions', childrenNotIncluded });
  const verbatim = new Map<string, string>();
  for (const line of lines) if (line.startsWith('{"v":')) rememberVerbatim(verbatim, line.replace(/,$/, ''));
  for (const item of document.sessions ?? []) yield* sessionLines(item, verbatim);
  yield JSON.stringify({ end: {} });
}

function* sessionLines(item: ExportedSession, verbatim: ReadonlyMap<string, string>): Generator<string> {
  yield JSON.stringify({ session: item.session.id });
  for (const event of item.events ?? []) yield JSON.stringify({ event });
  for (const kept of item.kept ?? []) {
    const text = JSON.stringify(kept);
    yield `{"kept":${verbatim.get(text) ?? text}}`;
  }
  for (const blob of item.blobs ?? []) yield JSON.stringify({ blob });
}

/** A line that does not print as it was read (big integers, duplicate keys) is found again by how it does print. */
function rememberVerbatim(verbatim: Map<string, string>, line: string): void {
  try {
    verbatim.set(JSON.stringify(JSON.parse(line)), line);
  } catch {
    // Not a kept line: the document's own layout.
  }
}

function parseDocument(text: string): ExportDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new LoomError({
      kind: 'usage',
      code: 'not-an-export',
      message: 'the file is not a JSON document',
      cause,
      hints: ['make one with: loom sessions export HANDLE --format json'],
    });
  }
  const document = value as ExportDocument | null;
  if (document?.loom !== 'session-export' || !Array.isArray(document.sessions)) {
    throw new LoomError({
      kind: 'usage',
      code: 'not-an-export',
      message: 'the document is not an export of loom',
      hints: ['make one with: loom sessions export HANDLE --format json'],
    });
  }
  return document;
}
