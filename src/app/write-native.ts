import { findDifference } from '../domain/conversation-likeness.ts';
import { type SessionId, sessionStream } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { commitDecision, touchesStream } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import { makeCopyBody } from './copy-body.ts';
import { findCopyPlace } from './copy-place.ts';
import { type CopyRefusal, type CopySource, readCopySource } from './copy-plan.ts';
import { agentCommand, type CopyOutcome, type CopyRequest, copySession } from './copy-session.ts';
import type { NativeChange, NativeTools, NativeWriter } from './ports/native-writer.ts';
import type { KeptRecord } from './ports/transcripts.ts';
import { readNativeBack } from './read-native-back.ts';
import { sessionDraft } from './session-events.ts';

/** A session that loom made and of which no agent has a file yet. */
function lacksFile({ state }: CopySource): boolean {
  return state.transcript?.source.path === '';
}

interface OwnFile {
  readonly app: AppContext;
  readonly tools: NativeTools;
  readonly request: Omit<CopyRequest, 'native'>;
  readonly source: CopySource;
  readonly writer: NativeWriter;
}

/** The kept records of a loom-made session are those of its file already: whole, they are what is written. */
function ownLines({ records }: CopySource): readonly string[] {
  return records.filter(({ current }) => current).map(({ record }) => JSON.stringify(record));
}

/** Gives a session that loom made its file, under the id that was minted for it. */
async function writeOwnFile(own: OwnFile): Promise<CopyOutcome> {
  const { app, tools, request, source, writer } = own;
  const { state, importer, conversation, point, changes } = source;
  const { agent, nativeId, id: session } = state;
  const wish = { native: true, ...(request.cwd === undefined ? {} : { cwd: request.cwd }) };
  const place = findCopyPlace(app, tools, { request: wish, source, writer, agent, nativeId });
  if ('refusal' in place || place.native === undefined) {
    return { kind: 'refused', refusal: 'refusal' in place ? place.refusal : { code: 'no-native-writer', agent } };
  }
  const lines = ownLines(source);
  const copy = {
    session,
    nativeId,
    agent,
    parent: state.parent?.session ?? session,
    kind: 'continuation' as const,
    point,
    records: lines.length,
    path: place.native.path,
    cwd: place.cwd,
    cwdSubstituted: place.substituted,
    command: agentCommand(agent, nativeId, request),
    memories: [],
    changes,
    dryRun: request.dryRun === true,
  };
  if (request.dryRun === true) return { kind: 'copied', copy };
  const staged = tools.files.stage(place.native, lines);
  try {
    const mark = readNativeBack(app, {
      importer,
      staged,
      path: place.native.path,
      nativeId,
      conversation,
      sameIds: true,
    });
    const refusal = await noteFile(own, { ...mark, path: app.redactor.redact(mark.path).text }, () => staged.publish());
    if (refusal === undefined) return { kind: 'copied', copy };
    staged.withdraw();
    return { kind: 'refused', refusal };
  } catch (error) {
    staged.withdraw();
    throw error;
  }
}

/** Records from where an import of the file goes on; the file gets its name in the same commit. */
async function noteFile(
  { app, request, source: { state } }: OwnFile,
  mark: ReturnType<typeof readNativeBack>,
  publish: () => void,
): Promise<CopyRefusal | undefined> {
  const { transcript, id } = state;
  if (transcript === null) return { code: 'nothing-to-copy', session: id };
  const { keptLength, lines, generation, tally, inherited } = transcript;
  const data = { source: mark, keptLength, lines, generation, tally, ...(inherited === null ? {} : { inherited }) };
  const synced = { ...sessionDraft(app, id, { type: 'transcript.synced', data }), trust: state.trust };
  const committed = await commitDecision<CopyRefusal>(app, () => (tail) => {
    const moved =
      touchesStream(tail, sessionStream(id)) || app.readModel.state(id)?.transcript?.event !== transcript.event;
    if (moved) return { kind: 'refuse', refusal: { code: 'session-moved', session: id } };
    const also = request.also?.({ session: id, nativeId: state.nativeId }) ?? [];
    return { kind: 'append', drafts: [synced, ...also], before: publish };
  });
  return committed.kind === 'refused' ? committed.refusal : undefined;
}

/**
 * Writes a session as a file that its agent's own resume accepts, where the agent looks for it, and records who it belongs
 * to: a child of the original with an id of its own, or the session itself where loom made it and no agent has it yet.
 */
export async function writeNative(
  app: AppContext,
  request: Omit<CopyRequest, 'native'>,
  tools: NativeTools,
): Promise<CopyOutcome> {
  app.readModel.catchUp();
  if (request.kind === 'continuation' && request.at === undefined) {
    const read = readCopySource(app, request.session, undefined);
    if (!read.ok) return { kind: 'refused', refusal: read.refusal };
    const { agent } = read.source.state;
    const writer = tools.writerFor(agent);
    const same = request.agent === undefined || request.agent === agent;
    if (same && writer !== undefined && lacksFile(read.source)) {
      return writeOwnFile({ app, tools, request, source: read.source, writer });
    }
  }
  return copySession(app, { ...request, native: true }, tools);
}

/** A session as the lines of a session file, and what they lack. */
export interface NativeDocument {
  readonly lines: readonly string[];
  readonly nativeId: string;
  readonly changes: readonly NativeChange[];
}

export type NativeDocumentOutcome =
  | { readonly kind: 'made'; readonly document: NativeDocument }
  | { readonly kind: 'refused'; readonly refusal: CopyRefusal };

/** Throws LoomError `problem`/`native-differs` for records that would not say the same. */
function refuseOtherFile(
  { state, importer, conversation }: CopySource,
  records: readonly { readonly value: unknown; readonly at: KeptRecord['at'] }[],
): void {
  const kept = records.map(({ value, at }, index) => ({
    n: index + 1,
    generation: 1,
    at,
    agent: state.agent,
    sourceLine: index + 1,
    record: value,
    subs: [],
    current: true,
  }));
  const difference = findDifference(conversation, importer.normalize(kept), { sameIds: true });
  if (difference === undefined) return;
  throw new LoomError({
    kind: 'problem',
    code: 'native-differs',
    message: `a session file of ${state.id} would not say the same: ${difference}; nothing was written`,
  });
}

/** The session under its own id in its agent's format, for a file outside the agent's places. Writes and records nothing. */
export function makeNativeDocument(app: AppContext, session: SessionId, tools: NativeTools): NativeDocumentOutcome {
  const read = readCopySource(app, session, undefined);
  if (!read.ok) return { kind: 'refused', refusal: read.refusal };
  const { source } = read;
  const { agent, nativeId } = source.state;
  const writer = tools.writerFor(agent);
  if (writer === undefined) return { kind: 'refused', refusal: { code: 'no-native-writer', agent } };
  const target = { nativeId, cwd: source.view.cwd ?? app.cwd, at: formatInstant(app.clock()) };
  const body = makeCopyBody(app, { source, agent, writer, target, everything: true });
  const records = body.kind === 'native' ? body.records : [];
  refuseOtherFile(source, records);
  const lines = records.map(({ value }) => JSON.stringify(value));
  return { kind: 'made', document: { lines, nativeId, changes: body.changes } };
}
