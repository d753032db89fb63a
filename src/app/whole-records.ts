import type { SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { redactedBlob } from './import-blobs.ts';
import type { WholeRecord } from './ports/native-writer.ts';
import type { KeptRecord, KeptSub } from './ports/transcripts.ts';

const encoder = new TextEncoder();

/** Kept records made whole, and how many lines could not be read. */
export interface WholeRecords {
  readonly records: readonly WholeRecord[];
  readonly damaged: number;
}

type JsonNode = Record<string, unknown>;

/** The object or list that holds what a JSON pointer names, and its key there. */
function holderOf(root: unknown, pointer: string): { readonly node: JsonNode; readonly key: string } | undefined {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const key = names.pop();
  let node: unknown = root;
  for (const name of names) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
    node = (node as JsonNode)[name];
  }
  if (key === undefined || typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined;
  return { node: node as JsonNode, key };
}

/** Content of a blob as it may leave the store: redacted with the present rules. */
function blobText(app: AppContext, session: SessionId, sha256: string): string | undefined {
  const content = app.transcripts.blob(session, sha256);
  if (content === undefined) return undefined;
  return app.decodeText(redactedBlob(app, session, content) ?? content);
}

interface Redacted {
  readonly record: unknown;
  /** Pointers of strings that the present rules changed. */
  readonly changed: readonly string[];
}

/** The record as it would be kept today, before its blobs are put back. */
function redactedAgain(app: AppContext, session: SessionId, { record, sourceLine, at }: KeptRecord): Redacted {
  const text = JSON.stringify(record);
  const preview = app.transcripts.preview(session, { bytes: encoder.encode(text), sourceLine, at });
  if (preview === text) return { record: JSON.parse(text), changed: [] };
  const again: unknown = JSON.parse(preview);
  return { record: again, changed: [...changedStrings(record, again, '')] };
}

function* changedStrings(before: unknown, now: unknown, pointer: string): Generator<string> {
  if (typeof before === 'string' && before !== now) yield pointer;
  if (typeof before !== 'object' || before === null || typeof now !== 'object' || now === null) return;
  for (const [key, value] of Object.entries(before)) {
    const name = key.replaceAll('~', '~0').replaceAll('/', '~1');
    yield* changedStrings(value, Object.hasOwn(now, key) ? (now as JsonNode)[key] : undefined, `${pointer}/${name}`);
  }
}

function isRedacted(sub: KeptSub): boolean {
  return sub.kind === 'redacted' || (sub.rules ?? []).length > 0;
}

function makeWhole(app: AppContext, session: SessionId, kept: KeptRecord): WholeRecord {
  const { record, changed } = redactedAgain(app, session, kept);
  const lost = new Set<string>();
  for (const sub of kept.subs) {
    if (sub.kind !== 'blob') continue;
    const holder = holderOf(record, sub.pointer);
    const text = blobText(app, session, sub.sha256);
    if (holder !== undefined && text !== undefined) holder.node[holder.key] = text;
    else lost.add(sub.pointer);
  }
  const redacted = new Set([...kept.subs.filter(isRedacted).map(({ pointer }) => pointer), ...changed]);
  return { ...kept, record, redacted, lost };
}

/** Reads all kept records of a session for a copy. Holds all of them. */
export function readWholeRecords(app: AppContext, session: SessionId): WholeRecords {
  const transcript = app.readModel.state(session)?.transcript;
  const records: WholeRecord[] = [];
  let damaged = 0;
  if (transcript === null || transcript === undefined) return { records, damaged };
  for (const item of app.transcripts.records(session, transcript.keptLength)) {
    if ('damage' in item) damaged += 1;
    else records.push(makeWhole(app, session, item));
  }
  return { records, damaged };
}
