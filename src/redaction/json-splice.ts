import type { JsonString, JsonTokens } from './json-tokens.ts';

/** A string token and the JSON text that replaces it. */
export interface Splice {
  readonly token: JsonString;
  /** JSON text of the new string, quotes included. */
  readonly text: string;
}

/** Text of a string token. */
export function decodeString(bytes: Buffer, token: JsonString): string {
  if (token.hasEscape) return JSON.parse(bytes.toString('utf8', token.start, token.end)) as string;
  return bytes.toString('utf8', token.start + 1, token.end - 1);
}

/** Decodes object keys on demand, each at most once. */
export function keyReader(bytes: Buffer, tokens: JsonTokens): (key: number) => string {
  const known = new Map<number, string>();
  return (key) => {
    let name = known.get(key);
    if (name === undefined) {
      name = decodeString(bytes, tokens.string(key));
      known.set(key, name);
    }
    return name;
  };
}

/**
 * The scanned value with some string tokens replaced; every other byte is the source's own, but a value that is spread
 * over several lines loses the white space between its tokens. Splices are in order.
 */
export function spliceStrings(bytes: Buffer, tokens: JsonTokens, splices: readonly Splice[]): Buffer {
  if (tokens.isPretty) return minified(bytes, tokens, splices);
  if (splices.length === 0) return bytes.subarray(tokens.start, tokens.end);
  return replaceStrings(bytes.subarray(0, tokens.end), splices).subarray(tokens.start);
}

/** The scanned text with some string tokens replaced, every other byte as it was. Splices are in order. */
export function replaceStrings(bytes: Buffer, splices: readonly Splice[]): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const { token, text } of splices) {
    parts.push(bytes.subarray(from, token.start), Buffer.from(text));
    from = token.end;
  }
  parts.push(bytes.subarray(from));
  return Buffer.concat(parts);
}

function minified(bytes: Buffer, tokens: JsonTokens, splices: readonly Splice[]): Buffer {
  const replacements = new Map(splices.map(({ token, text }) => [token.index, text]));
  const parts: Buffer[] = [];
  let from = tokens.start;
  for (let index = 0; index < tokens.count; index += 1) {
    const text = replacements.get(index);
    parts.push(withoutSpace(bytes, from, tokens.startOf(index)));
    from = tokens.endOf(index);
    parts.push(text === undefined ? bytes.subarray(tokens.startOf(index), from) : Buffer.from(text));
  }
  parts.push(withoutSpace(bytes, from, tokens.end));
  return Buffer.concat(parts);
}

function withoutSpace(bytes: Buffer, from: number, to: number): Buffer {
  return bytes.subarray(from, to).filter((code) => code > 0x20) as Buffer;
}
