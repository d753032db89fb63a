import { printLike } from '../kernel/json-text.ts';
import type { AppContext } from './context.ts';
import { addCounts } from './import-report.ts';
import { redactStrings } from './redact-identity.ts';

/** How a text was understood: as one JSON value, as JSON lines, or as plain text. */
export type DocumentFormat = 'json' | 'jsonl' | 'text';

/** One secret, as its placeholder names it. */
export interface FoundSecret {
  readonly rule: string;
  readonly tag: string;
  readonly count: number;
  /** 1-based line of its first placeholder in the redacted text. */
  readonly line: number;
}

/** A text without its secrets. */
export interface RedactedDocument {
  readonly format: DocumentFormat;
  readonly text: string;
  /** Replacements by rule. */
  readonly rules: Readonly<Record<string, number>>;
  /** Each secret once, in order of appearance. */
  readonly found: readonly FoundSecret[];
}

type Redacting = Pick<AppContext, 'redactor'>;

const PLACEHOLDER = /\[redacted:([a-z0-9-]{1,40}):([0-9a-f]{8})\]/g;
const LINE = /[^\n]*\n|[^\n]+$/g;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function formatOf(text: string): DocumentFormat {
  const start = /^\uFEFF?\s*([[{])/.exec(text);
  if (start === null) return 'text';
  if (isJson(text.replace(/^\uFEFF/, ''))) return 'json';
  const [line = ''] = text.slice(start[0].length - 1).split('\n', 1);
  return isJson(line) ? 'jsonl' : 'text';
}

/** Redacts one JSON value in its own spelling; what no longer is JSON afterwards is redacted leaf by leaf. */
function redactJson({ redactor }: Redacting, text: string): { text: string; rules: Readonly<Record<string, number>> } {
  const [, space = '', value = ''] = /^(\uFEFF?\s*)([\s\S]*)$/.exec(text) ?? [];
  const redacted = redactor.redact(value);
  if (redacted.text === value) return { text, rules: redacted.rules };
  if (isJson(redacted.text)) return { text: space + redacted.text, rules: redacted.rules };
  return { text: space + printLike(value, redactStrings(redactor, JSON.parse(value))), rules: redacted.rules };
}

function redactLines(app: Redacting, text: string): { text: string; rules: Readonly<Record<string, number>> } {
  const rules: Record<string, number> = {};
  const lines = Array.from(text.matchAll(LINE), ([line]) => {
    const end = line.endsWith('\n') ? '\n' : '';
    const content = end === '' ? line : line.slice(0, -1);
    const redacted = isJson(content) ? redactJson(app, content) : app.redactor.redact(content);
    addCounts(rules, redacted.rules);
    return redacted.text + end;
  });
  return { text: lines.join(''), rules };
}

/** Placeholders of a text that it did not have before, each secret once. */
function newPlaceholders(before: string, after: string): readonly FoundSecret[] {
  const had = new Set(Array.from(before.matchAll(PLACEHOLDER), ([placeholder]) => placeholder));
  const found = new Map<string, { rule: string; tag: string; count: number; line: number }>();
  let line = 1;
  let from = 0;
  for (const match of after.matchAll(PLACEHOLDER)) {
    const [placeholder, rule = '', tag = ''] = match;
    if (had.has(placeholder)) continue;
    for (let at = after.indexOf('\n', from); at !== -1 && at < match.index; at = after.indexOf('\n', at + 1)) line += 1;
    from = match.index;
    const known = found.get(placeholder);
    if (known === undefined) found.set(placeholder, { rule, tag, count: 1, line });
    else known.count += 1;
  }
  return [...found.values()];
}

/** Redacts a text by its format: JSON value by value, so that it stays JSON; all else as it is written. */
export function redactDocument(app: Redacting, text: string): RedactedDocument {
  const format = formatOf(text);
  const redacted =
    format === 'text' ? app.redactor.redact(text) : format === 'json' ? redactJson(app, text) : redactLines(app, text);
  return { format, ...redacted, found: newPlaceholders(text, redacted.text) };
}
