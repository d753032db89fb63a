import type { SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { toHex } from '../kernel/to-hex.ts';
import type { AppContext } from './context.ts';

const NAMED = /"sha256":"([0-9a-f]{64})"/g;
const encoder = new TextEncoder();

/** Kept lines of an export, and the blobs that go with them. */
export interface SettledBlobs {
  readonly kept: readonly string[];
  /** To be kept: named by a line or an event, redacted with the present rules. */
  readonly blobs: readonly Uint8Array[];
  /** Blobs that nothing names, or that must be redacted and only an event names. */
  readonly leftOut: number;
}

interface BlobQuestion {
  readonly session: SessionId;
  readonly kept: readonly string[];
  readonly blobs: readonly Uint8Array[];
  /** Blobs that events of the session name. */
  readonly namedByEvents: ReadonlySet<string>;
}

/** Names that a line's own bookkeeping gives; what its record says of digests names nothing. */
function namesIn(line: string): readonly string[] {
  const head = line.slice(0, Math.max(0, line.indexOf('],"record":')));
  return Array.from(head.matchAll(NAMED), ([, name]) => name ?? '');
}

/** The content as it would be kept today; undefined when nothing in it changes. */
export function redactedBlob(app: AppContext, session: SessionId, content: Uint8Array): Uint8Array | undefined {
  const text = app.decodeText(content);
  const name = toHex(app.sha256(content));
  const record = { bytes: encoder.encode(JSON.stringify(text)), sourceLine: 1, at: null };
  if (app.transcripts.preview(session, record).includes(`[blob:${name}]`)) return undefined;
  const redacted = app.redactor.redact(text).text;
  return redacted === text ? undefined : encoder.encode(redacted);
}

/** A blob's name is the digest of what is kept: one that must be redacted gets another name, also in the lines that name it. */
export function renameIn(
  line: string,
  renamed: ReadonlyMap<string, Uint8Array>,
  nameOf: (blob: Uint8Array) => string,
): string {
  let text = line;
  for (const old of new Set(namesIn(line))) {
    const blob = renamed.get(old);
    if (blob === undefined) continue;
    const name = nameOf(blob);
    text = text
      .replaceAll(`"sha256":"${old}","bytes":`, `"sha256":"${name}","bytes":`)
      .replaceAll(new RegExp(`("sha256":"${name}","bytes":)\\d+`, 'g'), `$1${blob.length}`)
      .replaceAll(`[blob:${old}]`, `[blob:${name}]`);
  }
  return text;
}

/**
 * Matches the kept lines of an export with its blobs, by content: what a blob calls itself counts for nothing. Blobs are
 * redacted again like all else. Throws LoomError `problem`/`blob-missing` when a line names one that is neither in the
 * export nor here.
 */
export function settleBlobs(app: AppContext, { session, kept, blobs, namedByEvents }: BlobQuestion): SettledBlobs {
  const nameOf = (blob: Uint8Array) => toHex(app.sha256(blob));
  const isHere = (name: string) => app.transcripts.blob(session, name) !== undefined;
  const brought = new Map(blobs.map((blob) => [nameOf(blob), blob]));
  const named = new Set(kept.flatMap(namesIn));
  const lacking = [...named].find((name) => !brought.has(name) && !isHere(name));
  if (lacking !== undefined) throw missing(lacking);
  const fresh = [...brought].filter(([name]) => !isHere(name));
  const renamed = new Map<string, Uint8Array>();
  const settled: Uint8Array[] = [];
  for (const [name, content] of fresh.filter(([one]) => named.has(one) || namedByEvents.has(one))) {
    const redacted = redactedBlob(app, session, content);
    if (redacted === undefined) settled.push(content);
    else if (named.has(name)) renamed.set(name, redacted);
  }
  const keeping = [...settled, ...renamed.values()];
  const lines = renamed.size === 0 ? kept : kept.map((line) => renameIn(line, renamed, nameOf));
  return { kept: lines, blobs: keeping, leftOut: fresh.length - keeping.length };
}

function missing(name: string): LoomError {
  return new LoomError({
    kind: 'problem',
    code: 'blob-missing',
    message: `its records name blob ${name.slice(0, 12)}, which the export lacks or has with other content`,
  });
}
