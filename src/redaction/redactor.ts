import { printLike } from '../kernel/json-text.ts';
import { makeOnce } from '../kernel/make-once.ts';
import { AnchorIndex } from './anchor-index.ts';
import { replaceStrings, type Splice } from './json-splice.ts';
import { type ReadJson, type StringInJson, stringsIn } from './json-strings.ts';
import { JsonTokens } from './json-tokens.ts';
import { anchorOfValue, findKnown } from './known-values.ts';
import { isNamedSecret } from './named-value.ts';
import { isBase64Text, mayBeJson } from './nested-text.ts';
import { isPlaceholder, type SecretSpan } from './ranked-spans.ts';
import { type Credit, creditOfPart, SearchCredit } from './search-credit.ts';
import { secretAnchors } from './secret-anchors.ts';
import { isUnderPublicName, secretKeyKind } from './secret-names.ts';
import { findSecrets, type SearchLimits } from './secret-spans.ts';

/** The result of redacting one decoded string. */
export interface RedactedText {
  readonly text: string;
  /** Number of replacements by rule id; empty when nothing was replaced. */
  readonly rules: Readonly<Record<string, number>>;
}

/** Replaces secrets by `[redacted:<rule>:<tag>]`. Idempotent; fails closed (`[redacted:failed:…]`), never throws. */
export interface SecretRedactor {
  redact(text: string): RedactedText;
  redactUnderKey(key: string, text: string): RedactedText;
  /** Where in a JSON text {@link redact} would look twice; a string without any is left as it is, unless it is base64. */
  readonly anchors: AnchorIndex;
  /** Never makes a text longer, also as JSON: a placeholder that does not fit is cut to `[redacted]`, or to asterisks. */
  readonly inPlace: SecretRedactor;
}

/** What the redactor needs from outside. */
export interface RedactorParts {
  /** The store's key: the same secret gets the same tag, which nobody without the key can compute. */
  readonly key: Uint8Array;
  readonly hmac: (key: Uint8Array, text: string) => Uint8Array;
  /** Texts that are secrets whatever they look like; see {@link secretValuesOf}. */
  readonly known?: readonly string[];
  /** What a person said is no secret. */
  readonly allowed?: AllowedTexts;
  /** Finds secrets; replaced in tests of failure. */
  readonly find?: typeof findSecrets;
}

/** Texts that stay, by the tag of their placeholder or by their digest. */
export interface AllowedTexts {
  readonly tags: ReadonlySet<string>;
  /** SHA-256, lower-case hex. */
  readonly digests: ReadonlySet<string>;
  readonly digest: (text: string) => string;
}

const NOTHING: Readonly<Record<string, number>> = Object.freeze({});
const SHORT_PLACEHOLDER = '[redacted]';
const MAX_ROUNDS = 4;
const SHORTEST = 6;
const MOST_REMEMBERED = 500;
const LONGEST_REMEMBERED = 512;
const MAX_NESTING = 3;
const SHORT_JSON = 4096;
const HIDDEN_ASCII = /\\u00[2-7]/i;

/** Creates the redactor of a store. */
export function createRedactor(parts: RedactorParts): SecretRedactor {
  return makeRedactor(parts, (hidden) => hidden);
}

/** Cuts what is written in place of a secret. */
type Fitting = (hidden: string, secret: string) => string;

const fitInPlace: Fitting = (hidden, secret) => {
  if (hidden.length <= secret.length) return hidden;
  return SHORT_PLACEHOLDER.length <= secret.length ? SHORT_PLACEHOLDER : '*'.repeat(secret.length);
};

function makeRedactor(parts: RedactorParts, shorten: Fitting): SecretRedactor {
  const { hmac, known = [], allowed, find = findSecrets } = parts;
  const anchors = makeOnce(() => anchorsWith(known));
  const inPlace = makeOnce(() => makeRedactor(parts, fitInPlace));
  const rewriter = new Rewriter({
    // The key is asked for at the first secret: most runs meet none.
    tag: rememberTags((secret) => Buffer.from(hmac(parts.key, secret)).toString('hex', 0, 4)),
    find: (text, limits) => find(text, known.length === 0 ? [] : findKnown(text, known), limits),
    anchors,
    shorten,
    ...(allowed === undefined ? {} : { allowed }),
  });
  const closed = (text: string, work: () => RedactedText): RedactedText => {
    try {
      return work();
    } catch {
      const failed = failClosed(text, () => rewriter.tag(text));
      return { ...failed, text: shorten(failed.text, text) };
    }
  };
  return {
    redact: (text) => closed(text, () => rewriter.redact(text, OUTSIDE)),
    redactUnderKey: (name, text) => closed(text, () => rewriter.redactUnderKey(name, text, OUTSIDE)),
    get anchors() {
      return anchors();
    },
    get inPlace() {
      return inPlace();
    },
  };
}

/** One secret is often told many times. */
function rememberTags(tag: (secret: string) => string): (secret: string) => string {
  const known = new Map<string, string>();
  return (secret) => {
    if (secret.length > LONGEST_REMEMBERED) return tag(secret);
    let made = known.get(secret);
    if (made === undefined) {
      if (known.size >= MOST_REMEMBERED) known.clear();
      made = tag(secret);
      known.set(secret, made);
    }
    return made;
  };
}

function anchorsWith(known: readonly string[]): AnchorIndex {
  const more = known.flatMap((value) => anchorOfValue(value) ?? []);
  return more.length === 0 ? secretAnchors() : secretAnchors().with(new AnchorIndex(more));
}

/** A failed redaction hides everything: the text, and with it whatever made the redaction fail. */
function failClosed(text: string, tag: () => string): RedactedText {
  const rules = { failed: 1 };
  try {
    return { text: `[redacted:failed:${tag()}]`, rules };
  } catch {
    return { text: `[redacted:failed:${text.length.toString(16).padStart(8, '0').slice(-8)}]`, rules };
  }
}

interface RewriterParts {
  readonly tag: (secret: string) => string;
  readonly find: (text: string, limits: SearchLimits) => readonly SecretSpan[];
  readonly anchors: () => AnchorIndex;
  readonly shorten: Fitting;
  readonly allowed?: AllowedTexts;
}

/** Where a text stands: how deep in JSON, and what may be spent on it, when it shares that with the other texts there. */
interface Inside {
  readonly nesting: number;
  readonly credit?: Credit;
}

const OUTSIDE: Inside = { nesting: 0 };

class Rewriter {
  readonly tag: (secret: string) => string;
  readonly #find: RewriterParts['find'];
  readonly #anchors: RewriterParts['anchors'];
  readonly #shorten: Fitting;
  readonly #allowed: AllowedTexts | undefined;

  constructor(parts: RewriterParts) {
    this.tag = parts.tag;
    this.#find = parts.find;
    this.#anchors = parts.anchors;
    this.#shorten = parts.shorten;
    this.#allowed = parts.allowed;
  }

  redact(text: string, inside: Inside): RedactedText {
    const rules: Record<string, number> = {};
    let current = text;
    for (let round = 0; round < MAX_ROUNDS && current.length >= SHORTEST; round += 1) {
      const inner = inside.nesting < MAX_NESTING ? this.#nested(current, inside, rules) : current;
      const next = this.#plain(inner, inside, rules);
      current = next;
      // What is inside was looked at until nothing changed.
      if (next === inner) break;
    }
    return current === text ? { text, rules: NOTHING } : { text: current, rules };
  }

  redactUnderKey(name: string, text: string, inside: Inside): RedactedText {
    const kind = secretKeyKind(name);
    if (kind === undefined || isUnderPublicName(name, text)) return this.redact(text, inside);
    if (!isNamedSecret({ value: text, kind, quoted: true, shell: false, next: '' })) return this.redact(text, inside);
    const plain = this.redact(text, inside);
    const whole = Object.keys(plain.rules)[0] ?? 'named-secret';
    const hidden = this.#placeholder(whole, text);
    return hidden === undefined ? plain : { text: hidden, rules: { [whole]: 1 } };
  }

  /** What stands for a secret; `undefined` when a person said that it is none. */
  #placeholder(rule: string, secret: string): string | undefined {
    const tag = this.tag(secret);
    return this.#isAllowed(tag, secret) ? undefined : this.#shorten(`[redacted:${rule}:${tag}]`, secret);
  }

  #isAllowed(tag: string, secret: string): boolean {
    const allowed = this.#allowed;
    if (allowed === undefined) return false;
    return allowed.tags.has(tag) || (allowed.digests.size > 0 && allowed.digests.has(allowed.digest(secret)));
  }

  #plain(text: string, { credit }: Inside, rules: Record<string, number>): string {
    const spans = this.#find(text, credit === undefined ? {} : { credit });
    if (spans.length === 0) return text;
    let result = '';
    let from = 0;
    for (const { start, end, rule } of spans) {
      const hidden = this.#placeholder(rule, text.slice(start, end));
      if (hidden === undefined) continue;
      result += text.slice(from, start) + hidden;
      rules[rule] = (rules[rule] ?? 0) + 1;
      from = end;
    }
    return result + text.slice(from);
  }

  /** JSON inside the string, or text in base64: redacted by its own parts. */
  #nested(text: string, inside: Inside, rules: Record<string, number>): string {
    if (mayBeJson(text)) return this.#nestedJson(text, inside, rules);
    return isBase64Text(text) ? this.#nestedBase64(text, inside, rules) : text;
  }

  #nestedJson(text: string, inside: Inside, rules: Record<string, number>): string {
    const bytes = Buffer.from(text);
    // A short text is read sooner than all anchors are made ready.
    const isLong = bytes.length > SHORT_JSON;
    if (isLong && !this.#anchors().mayOccurIn(bytes) && !HIDDEN_ASCII.test(text)) return text;
    const tokens = new JsonTokens();
    try {
      tokens.scan(bytes);
    } catch {
      return text;
    }
    const splices = this.#redactStrings({ text, bytes, tokens }, inside, rules);
    return splices.length === 0 ? text : replaceStrings(bytes, splices).toString();
  }

  #redactStrings(json: ReadJson, { nesting, credit }: Inside, rules: Record<string, number>): Splice[] {
    const shared = credit ?? new SearchCredit();
    const inside: Inside = { nesting: nesting + 1, credit: creditOfPart(shared) };
    const dense = makeOnce(() => {
      const hidden = this.#placeholder('dense', json.text);
      return hidden === undefined ? undefined : JSON.stringify(hidden);
    });
    const splices: Splice[] = [];
    const redact = ({ token, name, value }: StringInJson): string | undefined => {
      const redacted = this.redactUnderKey(name, value, inside);
      if (redacted.text === value) return undefined;
      addCounts(rules, redacted.rules);
      return printLike(json.bytes.toString('utf8', token.start, token.end), redacted.text);
    };
    for (const string of stringsIn(json, shared)) {
      if (isPlaceholder(string.value)) continue;
      const text = string.isDense ? hideWhole(string.value, dense, rules) : redact(string);
      if (text !== undefined) splices.push({ token: string.token, text });
    }
    return splices;
  }

  #nestedBase64(text: string, inside: Inside, rules: Record<string, number>): string {
    const bytes = Buffer.from(text, 'base64');
    const decoded = bytes.toString();
    if (/[^\P{Cc}\s]|\ufffd/u.test(decoded)) return text;
    const nesting = Math.max(inside.nesting + 1, MAX_NESTING - 1);
    const redacted = this.redact(decoded, { ...inside, nesting });
    if (redacted.text === decoded) return text;
    addCounts(rules, redacted.rules);
    const encoded = Buffer.from(redacted.text).toString(/[-_]/.test(text) ? 'base64url' : 'base64');
    // Padding where there was none would make it longer.
    return text.trimEnd().length % 4 === 0 ? encoded : encoded.replace(/=+$/, '');
  }
}

/** What is printed for a string in a stretch of JSON that is hidden; `undefined` for one that is too short to be a secret. */
function hideWhole(value: string, dense: () => string | undefined, rules: Record<string, number>): string | undefined {
  const hidden = value.length < SHORTEST ? undefined : dense();
  if (hidden !== undefined) rules['dense'] = (rules['dense'] ?? 0) + 1;
  return hidden;
}

/** Adds counts by rule to others. */
export function addCounts(total: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [rule, count] of Object.entries(more)) total[rule] = (total[rule] ?? 0) + count;
}
