import { decodeString, keyReader } from './json-splice.ts';
import type { JsonString, JsonTokens } from './json-tokens.ts';
import type { Credit } from './search-credit.ts';

/** JSON, and where its strings are. */
export interface ReadJson {
  readonly text: string;
  readonly bytes: Buffer;
  readonly tokens: JsonTokens;
}

/** A string of JSON. */
export interface StringInJson {
  readonly token: JsonString;
  /** Of the member that it is the value of; empty for a key and an item. */
  readonly name: string;
  readonly value: string;
  /** It is in a stretch that is hidden whole. */
  readonly isDense: boolean;
}

/**
 * The strings of JSON, decoded. What is done with one before the next is asked for spends from the credit; where that is used
 * up, those of a stretch are to be hidden, as in any text.
 */
export function* stringsIn({ text, bytes, tokens }: ReadJson, credit: Credit): Generator<StringInJson> {
  const nameOf = keyReader(bytes, tokens);
  let denseUntil = 0;
  for (let index = 0; index < tokens.count; index += 1) {
    const token = tokens.string(index);
    const isDense = token.start < denseUntil;
    if (!isDense) credit.allows(token.start, 0);
    const value = token.isKey ? nameOf(index) : decodeString(bytes, token);
    yield { token, name: token.key === -1 ? '' : nameOf(token.key), value, isDense };
    if (!isDense && credit.isSpent) denseUntil = credit.hideFrom(text, Math.min(token.start, text.length));
  }
}
