import type { Redactor } from '../app/ports/redactor.ts';
import type { KeptSub, RecordToKeep } from '../app/ports/transcripts.ts';
import type { AgentName } from '../events/agents.ts';
import { printLike } from '../kernel/json-text.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Sha256 } from '../kernel/sources.ts';
import type { AnchorIndex } from '../redaction/anchor-index.ts';
import { NotJson } from '../redaction/json-scalars.ts';
import { decodeString, keyReader, spliceStrings } from '../redaction/json-splice.ts';
import { type JsonString, JsonTokens } from '../redaction/json-tokens.ts';
import { addCounts } from '../redaction/redactor.ts';
import { isBinaryData, isImageData, MAX_INLINE_STRING, mayBeEncoded } from './encoded-strings.ts';
import { LineScreen } from './plain-line.ts';

/** A redactor that may know where it would look twice; without anchors every string is decoded and shown to it. */
export type TranscriptRedactor = Redactor & { readonly anchors?: AnchorIndex };

/** Where a kept line stands. */
export interface LinePlace {
  readonly n: number;
  readonly generation: number;
  readonly agent: AgentName;
}

/** A string that is kept beside the transcript. */
export interface SplitBlob {
  readonly sha256: string;
  readonly content: Uint8Array;
}

/** A record as it is kept: bytes of JSON on one line, what was replaced in it, and the blobs it names. */
export interface KeptContent {
  readonly record: Buffer;
  readonly subs: readonly KeptSub[];
  readonly redactions: Readonly<Record<string, number>>;
  readonly blobs: readonly SplitBlob[];
}

/** What stands after the record in a line, line feed included. */
export const LINE_END = Buffer.from('}\n');

const UNTOUCHED = { subs: [], redactions: {}, blobs: [] } as const;

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

interface Edit {
  readonly token: JsonString;
  readonly text: string;
  /** Replacements by rule. */
  readonly rules: Readonly<Record<string, number>>;
  readonly blob?: SplitBlob;
}

/** Characters of a long text that stay beside the reference to its blob, so that titles and previews need no blob. */
const PREVIEW = 300;

/** The beginning of a redacted text, cut between characters. */
function previewOf(text: string): string {
  return `${text.slice(0, PREVIEW).replace(/[\uD800-\uDBFF]$/, '')}… `;
}

/**
 * Redacts records and splits off their blobs. Every decoded string, keys too, passes the redactor before a byte is written;
 * a line in which nothing calls for it is kept byte for byte, on the word of the caller that it is JSON.
 */
export class RecordKeeper {
  readonly #redactor: TranscriptRedactor;
  readonly #sha256: Sha256;
  readonly #tokens: JsonTokens;
  readonly #screen: LineScreen | undefined;

  constructor(parts: { readonly redactor: TranscriptRedactor; readonly sha256: Sha256 }) {
    this.#redactor = parts.redactor;
    this.#sha256 = parts.sha256;
    const { anchors } = parts.redactor;
    this.#tokens = new JsonTokens(anchors);
    this.#screen = anchors === undefined ? undefined : new LineScreen(anchors);
  }

  /** Throws LoomError `problem`/`record-not-kept` for bytes that are no JSON value, or one nested too deep. */
  keep(record: RecordToKeep): KeptContent {
    const bytes = asBuffer(record.bytes);
    const screening = this.#screen?.look(bytes) ?? 'look';
    if (screening === 'plain') return { ...UNTOUCHED, record: bytes };
    this.#scan(screening === 'look' ? this.#tokens : new JsonTokens(), bytes, record.sourceLine);
    if (screening === 'many-brackets') return { ...UNTOUCHED, record: bytes };
    const edits = this.#edits(bytes);
    if (edits.length === 0) return { ...UNTOUCHED, record: spliceStrings(bytes, this.#tokens, []) };
    const nameOf = this.#keptNames(bytes, edits);
    const redactions: Record<string, number> = {};
    for (const edit of edits) addCounts(redactions, edit.rules);
    const splices = edits.map(({ token, text }) => ({
      token,
      text: printLike(bytes.toString('utf8', token.start, token.end), text),
    }));
    return {
      record: spliceStrings(bytes, this.#tokens, splices),
      subs: this.#subs(edits, nameOf),
      redactions,
      blobs: edits.flatMap((edit) => edit.blob ?? []),
    };
  }

  /** A JSON pointer whose names passed the redactor. */
  redactPointer(pointer: string): string {
    return pointer
      .split('/')
      .map((name) => this.#redactor.redact(name).text)
      .join('/');
  }

  #scan(tokens: JsonTokens, bytes: Buffer, line: number): void {
    try {
      tokens.scan(bytes);
    } catch (error) {
      if (!(error instanceof NotJson)) throw error;
      const message = `record of line ${line} cannot be kept: ${error.message}`;
      throw new LoomError({ kind: 'problem', code: 'record-not-kept', message, cause: error });
    }
  }

  #edits(bytes: Buffer): Edit[] {
    const nameOf = keyReader(bytes, this.#tokens);
    const keptNames = new Map<number, string>();
    const edits: Edit[] = [];
    for (let index = 0; index < this.#tokens.count; index += 1) {
      if (!this.#needsLook(bytes, index)) continue;
      const token = this.#tokens.string(index);
      const edit = token.isKey
        ? this.#editKey(token, nameOf(index))
        : this.#editValue(token, decodeString(bytes, token), keyName(token.key, keptNames, nameOf));
      if (edit === undefined) continue;
      if (token.isKey) keptNames.set(index, edit.text);
      edits.push(edit);
    }
    return edits;
  }

  /** Whether a string must be decoded: it or its key contains an anchor, it is long, or it may be encoded. */
  #needsLook(bytes: Buffer, index: number): boolean {
    const tokens = this.#tokens;
    if (tokens.isSuspect(index)) return true;
    const start = tokens.startOf(index) + 1;
    const end = tokens.endOf(index) - 1;
    if (end - start > MAX_INLINE_STRING || mayBeEncoded(bytes, start, end)) return true;
    const key = tokens.keyOf(index);
    return key !== -1 && tokens.isSuspect(key);
  }

  #editKey(token: JsonString, name: string): Edit | undefined {
    const { text, rules } = this.#redactor.redact(name);
    return text === name ? undefined : { token, text, rules };
  }

  #editValue(token: JsonString, value: string, key: string | undefined): Edit | undefined {
    const image = isImageData(value);
    const { text, rules } = image || isBinaryData(value) ? { text: value, rules: {} } : this.#redactValue(value, key);
    const content = image || text.length > MAX_INLINE_STRING / 3 ? Buffer.from(text) : undefined;
    if (content !== undefined && (image || content.length > MAX_INLINE_STRING)) {
      const sha256 = Buffer.from(this.#sha256(content)).toString('hex');
      return { token, text: `${image ? '' : previewOf(text)}[blob:${sha256}]`, rules, blob: { sha256, content } };
    }
    return text === value ? undefined : { token, text, rules };
  }

  #redactValue(value: string, key: string | undefined): ReturnType<Redactor['redact']> {
    return key === undefined ? this.#redactor.redact(value) : this.#redactor.redactUnderKey(key, value);
  }

  /** Names of keys as they are kept: pointers must not repeat a secret. */
  #keptNames(bytes: Buffer, edits: readonly Edit[]): (key: number) => string {
    const changed = new Map(edits.filter(({ token }) => token.isKey).map(({ token, text }) => [token.index, text]));
    const original = keyReader(bytes, this.#tokens);
    return (key) => changed.get(key) ?? original(key);
  }

  /** A member that a later one of the same name hides is not named: its pointer would name the other. */
  #subs(edits: readonly Edit[], nameOf: (key: number) => string): KeptSub[] {
    const finalKeys = edits.some(({ blob }) => blob !== undefined) ? this.#tokens.finalKeys(nameOf) : undefined;
    return edits.flatMap((edit) =>
      finalKeys !== undefined && this.#tokens.isShadowed(edit.token.index, finalKeys) ? [] : this.#sub(edit, nameOf),
    );
  }

  /** A replaced key is named by the pointer of its member and `#`. */
  #sub({ token, rules, blob }: Edit, nameOf: (key: number) => string): KeptSub {
    const pointer = this.#tokens.pointer(token.index, nameOf) + (token.isKey ? '#' : '');
    const ids = Object.keys(rules);
    if (blob === undefined) return { pointer, kind: 'redacted', rules: ids };
    const place = { pointer, kind: 'blob', sha256: blob.sha256, bytes: blob.content.length } as const;
    return ids.length === 0 ? place : { ...place, rules: ids };
  }
}

/** Name of a key as it is kept; `undefined` for a value without one. */
function keyName(key: number, kept: ReadonlyMap<number, string>, nameOf: (key: number) => string): string | undefined {
  return key === -1 ? undefined : (kept.get(key) ?? nameOf(key));
}

/** What stands before the record in a line of a kept transcript. */
export function formatLineHead(
  { n, generation, agent }: LinePlace,
  { at, sourceLine }: Omit<RecordToKeep, 'bytes'>,
  subs: readonly KeptSub[],
): string {
  const replaced = subs.length === 0 ? '[]' : JSON.stringify(subs);
  return `{"v":1,"n":${n},"g":${generation},"at":${JSON.stringify(at)},"src":{"agent":"${agent}","line":${sourceLine}},"subs":${replaced},"record":`;
}

/** One line of a kept transcript for a record, line feed included. */
export function formatKeptLine(place: LinePlace, source: Omit<RecordToKeep, 'bytes'>, content: KeptContent): Buffer {
  return Buffer.concat([Buffer.from(formatLineHead(place, source, content.subs)), content.record, LINE_END]);
}

/** The line that begins a generation. */
export function formatGenerationLine(generation: number, keeps: readonly (readonly [number, number])[]): Buffer {
  return Buffer.from(`${JSON.stringify({ v: 1, g: generation, keeps })}\n`);
}
