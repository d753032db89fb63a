import { MAX_MEMORY_TEXT_BYTES, MEMORY_KINDS, type MemoryKind } from '../events/memory-data.ts';

/** One claim that a program of the person thinks worth remembering. */
export interface AskedClaim {
  readonly kind: MemoryKind;
  readonly text: string;
  /** Messages that say so, as far as the session has them. */
  readonly messageIds: readonly string[];
}

/** Its claims, or what is wrong with the answer as a whole: of an answer in another form nothing is taken. */
export type AskedClaims =
  | { readonly ok: true; readonly claims: readonly AskedClaim[] }
  | { readonly ok: false; readonly problem: string };

/** More are no memory but a transcript. */
export const MOST_ASKED_CLAIMS = 20;
const MOST_MESSAGES = 20;
const FIELDS: ReadonlySet<string> = new Set(['kind', 'text', 'messages']);

const isKind = (word: unknown): word is MemoryKind => MEMORY_KINDS.some((kind) => kind === word);

function isMessages(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length > MOST_MESSAGES) return false;
  return value.every((id) => typeof id === 'string' && id.length <= 200);
}

function readClaim(value: unknown, isThere: (message: string) => boolean): AskedClaim | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const { kind, text, messages = [] } = value as Readonly<Record<string, unknown>>;
  if (!Object.keys(value).every((name) => FIELDS.has(name))) return undefined;
  if (!isKind(kind) || typeof text !== 'string' || !isMessages(messages)) return undefined;
  const plain = text.toWellFormed().trim();
  if (plain === '' || new TextEncoder().encode(plain).length > MAX_MEMORY_TEXT_BYTES) return undefined;
  return { kind, text: plain, messageIds: [...new Set(messages)].filter(isThere) };
}

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}

/**
 * Reads the answer of such a program: a JSON list of `{"kind", "text", "messages"?}` and nothing else. Of an answer with a
 * claim in another form, or with too many, none is taken.
 */
export function readAskedClaims(answer: string, isThere: (message: string) => boolean): AskedClaims {
  const list = parsed(answer);
  if (!Array.isArray(list)) return { ok: false, problem: 'its answer is no JSON list' };
  if (list.length > MOST_ASKED_CLAIMS)
    return { ok: false, problem: `it proposes more than ${MOST_ASKED_CLAIMS} claims` };
  const claims: AskedClaim[] = [];
  for (const [index, value] of list.entries()) {
    const claim = readClaim(value, isThere);
    if (claim === undefined)
      return { ok: false, problem: `claim ${index + 1} of its answer is not of the form asked for` };
    claims.push(claim);
  }
  return { ok: true, claims };
}
