import type { Anchor } from './anchor-index.ts';
import { isNamedSecret } from './named-value.ts';
import type { SecretSpan } from './ranked-spans.ts';
import { shannonEntropy } from './secret-rule.ts';

/** Shorter values stand in too many texts by chance. */
const SHORTEST = 12;
const LONGEST = 8 * 1024;
const MOST = 200;
const LONGEST_ANCHOR = 12;

const SECRET_NAME =
  /(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|[A-Z]KEY|_(?:KEY|PAT|PWD|PASS|AUTH|PSK|DSN)|^PASS)(?:_(?:BASE64|B64|VALUE))?(?:_?\d{1,2})?$/i;
const NO_SECRET = /PUBLIC|^(?:OLD)?PWD$|^GPG_KEY$|(?:CACHE|PRIMARY|FOREIGN|SORT|PARTITION|IDEMPOTENCY)_KEY$/i;
/** Words of letters alone, however they are joined: `production`, `keychain-default`. */
const WORDS = /^[A-Za-z]+(?:[-_. /][A-Za-z]+)*$/;

/** Values of environment variables that are secrets by name; only such as stand in no text by chance. */
export function secretValuesOf(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const values = new Set<string>();
  for (const [name, value = ''] of Object.entries(env)) {
    if (SECRET_NAME.test(name) && !NO_SECRET.test(name) && isTelling(value)) values.add(value);
  }
  return [...values].sort((a, b) => b.length - a.length).slice(0, MOST);
}

function isTelling(value: string): boolean {
  if (value.length < SHORTEST || value.length > LONGEST || WORDS.test(value)) return false;
  return shannonEntropy(value) > 2.5 && isNamedSecret({ value, kind: 'token', quoted: true, shell: false, next: '' });
}

/** A literal by which a value is found in JSON text too: the longest run of it that no escape can change. */
export function anchorOfValue(value: string): Anchor | undefined {
  const runs = value.match(/[\x20-\x21\x23-\x2e\x30-\x5b\x5d-\x7e]+/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  if (longest.length < 3) return undefined;
  const literal = longest.slice(0, LONGEST_ANCHOR);
  return { literal, ignoreCase: false, notPlural: false, wordStart: false, owner: -1 };
}

/** Every place of known values in a text. */
export function findKnown(text: string, values: readonly string[]): SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const value of values) {
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
      found.push({ start: at, end: at + value.length, rule: 'env-value' });
    }
  }
  return found;
}
