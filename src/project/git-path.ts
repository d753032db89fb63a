/** Where bytes that are no UTF-8 go: each becomes half a surrogate pair, which no valid UTF-8 holds, so that it can be undone. */
const ESCAPE = 0xdc00;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeLoosely(bytes: Buffer): string {
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const length = [4, 3, 2, 1].find((size) => isUtf8(bytes.subarray(at, at + size), size));
    if (length === undefined) text += String.fromCharCode(ESCAPE + (bytes[at] ?? 0));
    else text += bytes.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return text;
}

/** Whether the bytes are exactly one character of that size. */
function isUtf8(bytes: Buffer, size: number): boolean {
  if (bytes.length !== size) return false;
  try {
    const text = decoder.decode(bytes);
    return (text.codePointAt(0) ?? 0) > 0xffff ? text.length === 2 : text.length === 1;
  } catch {
    return false;
  }
}

/** A path as git names it, as text; a name that is no UTF-8 can be told and turned back. */
export function decodePath(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return decodeLoosely(bytes);
  }
}

/** The bytes of a path that {@link decodePath} made. */
export function encodePath(path: string): Buffer {
  if (path.isWellFormed()) return Buffer.from(path, 'utf8');
  const parts = Array.from(path, (character) => {
    const unit = character.length === 1 ? character.charCodeAt(0) : 0;
    return unit >= ESCAPE && unit <= ESCAPE + 0xff ? Buffer.from([unit - ESCAPE]) : Buffer.from(character, 'utf8');
  });
  return Buffer.concat(parts);
}

/** Cuts NUL-ended fields; an unended rest, as of output that was cut off, is left out. */
export function splitNul(out: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  let start = 0;
  for (let end = out.indexOf(0); end !== -1; end = out.indexOf(0, start)) {
    fields.push(out.subarray(start, end));
    start = end + 1;
  }
  return fields;
}

/** Order of bytes of the text, the same on every machine. */
export function comparePaths(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
