import { AGENT_COMMANDS } from '../domain/agent-commands.ts';
import type { ForkPoint } from '../domain/fork-point.ts';
import { changeable } from '../domain/session-decide.ts';
import type { AgentName } from '../events/agents.ts';
import type { EventDraft } from '../events/envelope.ts';
import type { SourceMark } from '../events/session-data.ts';
import { deriveSessionId } from '../events/session-id.ts';
import type { SessionId } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import { type CopyBody, keepCopy, makeCopyBody, saysAnything } from './copy-body.ts';
import { capturedToCopy, copyEvents } from './copy-events.ts';
import { type CopyPlace, findCopyPlace } from './copy-place.ts';
import { type CopyRefusal, type CopySource, readCopySource } from './copy-plan.ts';
import { mintNativeId } from './native-id.ts';
import type { NativeChange, NativeTools, NativeWriter, StagedFile } from './ports/native-writer.ts';
import { readNativeBack } from './read-native-back.ts';
import { stateWithTail } from './session-events.ts';

/** What is wanted of a copy of a session. */
export interface CopyRequest {
  readonly session: SessionId;
  readonly kind: 'fork' | 'continuation';
  /** Where it ends: see `findForkPoint`. Absent: where the session ends. */
  readonly at?: string;
  /** Write a session file where the agent looks for it. */
  readonly native: boolean;
  /** Another agent than the session's own. */
  readonly agent?: AgentName;
  /** Folder to go on in; the session's own when absent. */
  readonly cwd?: string;
  readonly reason?: string;
  readonly model?: string;
  readonly effort?: string;
  /** Say what would be done; write nothing. */
  readonly dryRun?: boolean;
  /** Events for the same commit, once the copy has a name. */
  readonly also?: (made: { readonly session: SessionId; readonly nativeId: string }) => readonly EventDraft[];
}

/** A copy that was made, or would be. */
export interface SessionCopy {
  readonly session: SessionId;
  readonly nativeId: string;
  readonly agent: AgentName;
  readonly parent: SessionId;
  readonly kind: CopyRequest['kind'];
  readonly point: ForkPoint;
  readonly records: number;
  /** The session file; null when none was wanted. */
  readonly path: string | null;
  readonly cwd: string;
  /** The folder of the session is gone: another one of its project stands for it. */
  readonly cwdSubstituted: boolean;
  /** What goes on with it in the agent; null without a session file. */
  readonly command: readonly string[] | null;
  readonly memories: readonly string[];
  readonly changes: readonly NativeChange[];
  readonly dryRun: boolean;
}

export type CopyOutcome =
  | { readonly kind: 'copied'; readonly copy: SessionCopy }
  | { readonly kind: 'refused'; readonly refusal: CopyRefusal };

interface Copying {
  readonly app: AppContext;
  readonly tools: NativeTools;
  readonly request: CopyRequest;
  readonly source: CopySource;
  readonly agent: AgentName;
  readonly writer: NativeWriter | undefined;
  readonly nativeId: string;
  readonly session: SessionId;
  readonly place: CopyPlace;
  readonly title: string | undefined;
}

function refused(refusal: CopyRefusal): CopyOutcome {
  return { kind: 'refused', refusal };
}

/** Forks of one session that get a number; further ones share the last. */
const MOST_FORKS = 1000;

/** The title of a fork: that of its parent, and a number that no other session's title has. */
export function forkTitle(app: AppContext, title: string | null, kind: CopyRequest['kind']): string | undefined {
  if (title === null || kind !== 'fork') return undefined;
  const name = title.replace(/ \(fork(?: \d{1,4})?\)$/u, '');
  const named = (count: number): string => `${name} (fork${count === 1 ? '' : ` ${count}`})`;
  let count = 1;
  while (count < MOST_FORKS && app.readModel.candidates(named(count)).length > 0) count += 1;
  return named(count);
}

function bodyOf({ app, request, source, agent, writer, nativeId, place, title }: Copying): CopyBody {
  const { branch } = place.where;
  const target = {
    nativeId,
    cwd: place.cwd,
    at: formatInstant(app.clock()),
    ...(branch === undefined ? {} : { branch }),
    ...(title === undefined ? {} : { title }),
    ...(request.model === undefined ? {} : { model: request.model }),
  };
  const everything = request.kind === 'continuation' && source.whole;
  return makeCopyBody(app, { source, agent, writer, target, everything });
}

/** A session file, written and read back, without its name; undefined when none is wanted. */
interface Materialised {
  readonly staged: StagedFile;
  readonly mark: SourceMark;
}

function materialise(copying: Copying, body: CopyBody): Materialised | undefined {
  const { app, tools, source, agent, nativeId, place } = copying;
  const importer = app.importerFor(agent);
  if (place.native === undefined || body.kind !== 'native' || importer === undefined) return undefined;
  const staged = tools.files.stage(
    place.native,
    body.records.map(({ value }) => JSON.stringify(value)),
  );
  try {
    const sameIds = agent === source.state.agent;
    const { path } = place.native;
    const { conversation } = source;
    return { staged, mark: readNativeBack(app, { importer, staged, path, nativeId, conversation, sameIds }) };
  } catch (error) {
    staged.withdraw();
    throw error;
  }
}

/** What goes on with a session in its agent, as words; null for an agent that takes no id on its command line. */
export function agentCommand(
  agent: AgentName,
  nativeId: string,
  { model, effort }: Pick<CopyRequest, 'model' | 'effort'>,
): readonly string[] | null {
  const command = AGENT_COMMANDS[agent];
  if (command === undefined) return null;
  const wish = { nativeId, ...(model === undefined ? {} : { model }), ...(effort === undefined ? {} : { effort }) };
  return [command.program, ...command.resume(wish)];
}

/** Prompts that only were recorded live and that the copy, or its session file, goes without. */
function capturedChange({ source, request, place }: Copying): readonly NativeChange[] {
  const taken = place.native === undefined ? capturedToCopy(source, request.kind === 'fork').length : 0;
  const count = source.captured.length - taken;
  return count > 0 ? [{ code: 'captured', count }] : [];
}

function answerOf(copying: Copying, body: CopyBody, memories: readonly string[]): SessionCopy {
  const { request, source, agent, nativeId, session, place } = copying;
  return {
    session,
    nativeId,
    agent,
    parent: source.state.id,
    kind: request.kind,
    point: source.point,
    records: body.records.length,
    path: place.native?.path ?? null,
    cwd: place.cwd,
    cwdSubstituted: place.substituted,
    command: place.native === undefined ? null : agentCommand(agent, nativeId, request),
    memories,
    changes: [...body.changes, ...capturedChange(copying)],
    dryRun: request.dryRun === true,
  };
}

/** A file that holds what the kept copy had to mask would leak it. */
function refuseUnmasked(redactions: Readonly<Record<string, number>>, file: Materialised | undefined): void {
  if (file === undefined || Object.keys(redactions).length === 0) return;
  throw new LoomError({
    kind: 'problem',
    code: 'native-not-redacted',
    message: `the copy holds secrets that only show in their new place (${Object.keys(redactions).join(', ')}); no file was written`,
  });
}

async function land(copying: Copying, body: CopyBody): Promise<SessionCopy | { readonly refusal: CopyRefusal }> {
  const { app, request, source, session, agent, nativeId } = copying;
  const file = materialise(copying, body);
  const kept = { current: undefined as ReturnType<typeof keepCopy> | undefined };
  try {
    const copy = keepCopy(app, { source, body, session, agent });
    kept.current = copy;
    refuseUnmasked(copy.report.redactions, file);
    const { drafts, memories } = copyEvents(app, { ...copying, body, report: copy.report, mark: file?.mark });
    const committed = await commitDecision<CopyRefusal>(app, () => (tail) => {
      const parent = changeable(stateWithTail(app, source.state.id, tail));
      if (!parent.ok) return { kind: 'refuse', refusal: parent.refusal };
      if (parent.state.deleted !== null) {
        return { kind: 'refuse', refusal: { code: 'session-deleted', session: parent.state.id } };
      }
      const also = request.also?.({ session, nativeId }) ?? [];
      const before = (): void => {
        copy.draft.publish();
        file?.staged.publish();
      };
      return { kind: 'append', drafts: [...drafts, ...also], before };
    });
    if (committed.kind === 'appended') return answerOf(copying, body, memories);
    copy.draft.discard();
    file?.staged.withdraw();
    return committed.kind === 'refused' ? committed : { refusal: { code: 'session-unknown' } };
  } catch (error) {
    kept.current?.draft.discard();
    file?.staged.withdraw();
    throw error;
  }
}

function namedCopy(
  app: AppContext,
  tools: NativeTools,
  { request, source }: { readonly request: CopyRequest; readonly source: CopySource },
): Copying | { readonly refusal: CopyRefusal } {
  const agent = request.agent ?? source.state.agent;
  const writer = tools.writerFor(agent);
  if (writer === undefined && (request.native || agent !== source.state.agent)) {
    return { refusal: { code: 'no-native-writer', agent } };
  }
  if (agent !== source.state.agent && !saysAnything(source)) {
    return { refusal: { code: 'nothing-to-copy', session: source.state.id } };
  }
  const nativeId = writer?.mintNativeId(tools.random, app.clock()) ?? mintNativeId(agent, tools.random, app.clock());
  const session = deriveSessionId(agent, nativeId, app.sha256);
  const found = findCopyPlace(app, tools, { request, source, writer, nativeId, agent });
  if ('refusal' in found) return found;
  const title = forkTitle(app, source.view.title, request.kind);
  return { app, tools, request, source, agent, writer, nativeId, session, place: found, title };
}

/**
 * Copies a session, or its beginning, into a session of its own: kept records, blobs and, when wanted, a file that the agent's
 * own resume accepts. One commit records all of it; the file gets its name inside that commit. The original stays as it is.
 */
export async function copySession(app: AppContext, request: CopyRequest, tools: NativeTools): Promise<CopyOutcome> {
  app.readModel.catchUp();
  const read = readCopySource(app, request.session, request.at);
  if (!read.ok) return refused(read.refusal);
  const copying = namedCopy(app, tools, { request, source: read.source });
  if ('refusal' in copying) return refused(copying.refusal);
  const body = bodyOf(copying);
  if (request.dryRun === true) {
    const { memories } = copyEvents(app, { ...copying, body, report: undefined, mark: undefined });
    return { kind: 'copied', copy: answerOf(copying, body, memories) };
  }
  const landed = await land(copying, body);
  app.readModel.catchUp();
  return 'refusal' in landed ? refused(landed.refusal) : { kind: 'copied', copy: landed };
}
