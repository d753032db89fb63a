import { findDifference } from '../domain/conversation-likeness.ts';
import type { AgentName } from '../events/agents.ts';
import type { SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import type { CopySource } from './copy-plan.ts';
import { settleBlobs } from './import-blobs.ts';
import { maskRecord } from './mask-record.ts';
import type { NativeChange, NativeTarget, NativeWriter } from './ports/native-writer.ts';
import type { KeepReport, KeptRecord, TranscriptDraft } from './ports/transcripts.ts';

/** What a copy consists of: records that the agent's writer made, or kept lines as they are. */
export type CopyBody =
  | {
      readonly kind: 'native';
      readonly records: readonly { readonly value: unknown; readonly at: KeptRecord['at'] }[];
      readonly changes: readonly NativeChange[];
    }
  | { readonly kind: 'kept'; readonly records: readonly KeptRecord[]; readonly changes: readonly NativeChange[] };

interface BodyQuestion {
  readonly source: CopySource;
  readonly agent: AgentName;
  readonly writer: NativeWriter | undefined;
  readonly target: NativeTarget;
  /** The whole session with its branches, and not only the line that leads to the end. */
  readonly everything: boolean;
}

/** The kept records of a copy of lines: all that the session had when the last message of the path was written. */
function keptPrefix({ source }: BodyQuestion): readonly KeptRecord[] {
  const current = source.records.filter(({ current: isCurrent }) => isCurrent);
  if (source.whole) return current;
  const onPath = new Set(source.point.path);
  const last = source.conversation.messages.reduce(
    (line, one) => (onPath.has(one.id) ? Math.max(line, one.line) : line),
    0,
  );
  return current.filter(({ n }) => n <= last);
}

/** Throws LoomError `problem`/`copy-differs`: the beginning of this transcript does not say what the path says. */
function refuseOtherwise(source: CopySource, records: readonly KeptRecord[]): void {
  const numbered = records.map((record, index) => ({ ...record, n: index + 1, generation: 1 }));
  const difference = findDifference(source.conversation, source.importer.normalize(numbered), { sameIds: true });
  if (difference === undefined) return;
  throw new LoomError({
    kind: 'problem',
    code: 'copy-differs',
    message: `a copy of session ${source.state.id} would not say the same: ${difference}; nothing was written`,
    hints: [`loom sessions fork ${source.state.id}`],
  });
}

/** Whether anything was said or done on the line that is copied: notes alone make no session of another agent. */
export function saysAnything({ conversation, point }: CopySource): boolean {
  const onPath = new Set(point.path);
  return conversation.messages.some(({ id, kind }) => onPath.has(id) && kind !== 'notice' && kind !== 'meta');
}

/** Makes the content of a copy. Writes nothing. */
export function makeCopyBody(app: AppContext, question: BodyQuestion): CopyBody {
  const { source, agent, writer, target, everything } = question;
  const { conversation, point, state } = source;
  if (writer === undefined) {
    const records = keptPrefix(question);
    refuseOtherwise(source, records);
    return { kind: 'kept', records, changes: source.changes };
  }
  const media = (sha256: string): string | undefined => {
    const content = app.transcripts.blob(state.id, sha256);
    return content === undefined ? undefined : app.decodeText(content);
  };
  const original = { conversation, path: everything ? null : point.path, media };
  const copy =
    agent === state.agent
      ? writer.copy({ ...original, records: source.records }, target)
      : writer.compose({ ...original, path: point.path }, target);
  const { records, masked } = maskAll(app, state.id, copy.records);
  const redacted: readonly NativeChange[] = masked === 0 ? [] : [{ code: 'redacted', count: masked }];
  return { kind: 'native', records, changes: [...source.changes, ...copy.changes, ...redacted] };
}

function maskAll(app: AppContext, session: SessionId, records: Extract<CopyBody, { kind: 'native' }>['records']) {
  let masked = 0;
  const safe = records.map((record) => {
    const one = maskRecord(app, session, record.value);
    masked += one.masked;
    return one.masked === 0 ? record : { ...record, value: one.value };
  });
  return { records: safe, masked };
}

const encoder = new TextEncoder();
const HEAD = /^\{"v":1,"n":(\d+),"g":\d+,/;
const NAMED = /"sha256":"([0-9a-f]{64})"/g;

/** Lines of a kept transcript by number, redacted again. */
function* chosenLines(app: AppContext, { state }: CopySource, chosen: ReadonlySet<number>): Generator<string> {
  let n = 0;
  for (const line of app.transcripts.keptLines(state.id, state.transcript?.keptLength ?? 0)) {
    const head = HEAD.exec(line);
    if (head === null || !chosen.has(Number(head[1]))) continue;
    n += 1;
    yield line.replace(HEAD, `{"v":1,"n":${n},"g":1,`);
  }
}

/** Blobs that are here; lines that name one that is gone are kept as they are. */
function keepBlobs(app: AppContext, session: SessionId, { source, lines }: { source: CopySource; lines: string[] }) {
  const names = new Set(lines.flatMap((line) => Array.from(line.matchAll(NAMED), ([, name]) => name ?? '')));
  const contents = [...names].flatMap((name) => app.transcripts.blob(source.state.id, name) ?? []);
  const here = new Set([...names].filter((name) => app.transcripts.blob(source.state.id, name) !== undefined));
  const isWhole = (line: string): boolean => Array.from(line.matchAll(NAMED)).every(([, name]) => here.has(name ?? ''));
  const kept = lines.filter(isWhole);
  const settled = settleBlobs(app, { session, kept, blobs: contents, namedByEvents: new Set() });
  for (const blob of settled.blobs) app.transcripts.putBlob(session, blob);
  const mended = settled.kept[Symbol.iterator]();
  return lines.map((line) => (isWhole(line) ? (mended.next().value as string) : line));
}

/** A copy that is kept, not yet published. */
export interface KeptCopy {
  readonly draft: TranscriptDraft;
  readonly report: KeepReport;
}

/** Writes the kept transcript of a copy, synced, not yet in place. Redacts once more. */
export function keepCopy(
  app: AppContext,
  {
    source,
    body,
    session,
    agent,
  }: {
    readonly source: CopySource;
    readonly body: CopyBody;
    readonly session: SessionId;
    readonly agent: AgentName;
  },
): KeptCopy {
  const draft = app.transcripts.draft({ session, agent, base: null });
  try {
    if (body.kind === 'native') {
      for (const [index, { value, at }] of body.records.entries()) {
        draft.add({ bytes: encoder.encode(JSON.stringify(value)), sourceLine: index + 1, at });
      }
    } else {
      const lines = [...chosenLines(app, source, new Set(body.records.map(({ n }) => n)))];
      for (const line of keepBlobs(app, session, { source, lines })) draft.addKept(line);
    }
    draft.seal();
    return { draft, report: draft.report() };
  } catch (error) {
    draft.discard();
    throw error;
  }
}
