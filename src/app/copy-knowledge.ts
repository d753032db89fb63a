import type { DraftData } from '../domain/session-decide.ts';
import type { AgentName } from '../events/agents.ts';
import { type EventDraft, type LoomEvent, MAX_COMMIT_BYTES } from '../events/envelope.ts';
import type { IsoTime, SessionId } from '../kernel/ids.ts';
import { instantMillis } from '../kernel/instant.ts';
import { draftBytes } from './commit-slices.ts';
import type { AppContext } from './context.ts';
import type { CopySource } from './copy-plan.ts';
import { sessionDraft } from './session-events.ts';

/** Events that a copy takes over besides its own: they must fit one commit with them. */
const MOST_TAKEN = 180;
const MOST_BYTES = MAX_COMMIT_BYTES - 128 * 1024;

type ToolEnd = Extract<LoomEvent, { type: 'tool.completed' | 'tool.failed' }>;
type Snapshot = Extract<LoomEvent, { type: 'snapshot.taken' }>;

interface Copied {
  readonly app: AppContext;
  readonly source: CopySource;
  readonly session: SessionId;
  readonly agent: AgentName;
  readonly nativeId: string;
}

/** When the last copied message was written; null where no message tells. */
function endOf({ conversation, point }: CopySource): IsoTime | null {
  const onPath = new Set(point.path);
  const times = conversation.messages.flatMap(({ id, at }) => (onPath.has(id) && at !== null ? [at] : []));
  return times.sort().at(-1) ?? null;
}

/** Whether the original had seen this when the last copied message was written. What it saw later the copy does not know. */
function wasSeen(event: LoomEvent, { whole }: CopySource, end: IsoTime | null): boolean {
  return whole || (end !== null && event.at <= end);
}

function callsOf({ conversation, point }: CopySource): ReadonlySet<string> {
  const onPath = new Set(point.path);
  return new Set(
    conversation.messages
      .filter(({ id }) => onPath.has(id))
      .flatMap(({ content }) => content.flatMap((block) => (block.type === 'toolCall' ? [block.id] : []))),
  );
}

function taken({ app, session }: Copied, event: LoomEvent, data: DraftData): EventDraft {
  const { at, trust, id } = event;
  return { ...sessionDraft(app, session, data), at, trust, because: [id] } as EventDraft;
}

function copyBlob({ app, source, session }: Copied, sha256: string | undefined): void {
  const content = sha256 === undefined ? undefined : app.transcripts.blob(source.state.id, sha256);
  if (content !== undefined) app.transcripts.putBlob(session, content);
}

function takeSnapshot(copied: Copied, event: Snapshot): EventDraft {
  copyBlob(copied, event.data.document?.blob);
  return taken(copied, event, { type: 'snapshot.taken', data: event.data });
}

/** What was seen of files right after a call; one fact with what the copied records say of that call. */
function takeToolEnd(copied: Copied, event: ToolEnd): EventDraft {
  const { app, agent, nativeId } = copied;
  const key = event.data.callId;
  const id = app.factId({ agent, nativeId, key, type: event.type, millis: instantMillis(event.at) });
  return { ...taken(copied, event, { type: event.type, data: event.data } as DraftData), id } as EventDraft;
}

/**
 * What a session had seen of its project, as events of a copy's own: snapshots, and what files held after its calls. Without
 * it the copy would seem to know nothing, and with a look of its own it would seem to know what only changed since. What
 * does not fit with the events `beside` is left out, the oldest first; what a copy lacks counts as unknown. Writes the documents of the snapshots.
 */
export function copyKnowledge(
  copied: Copied,
  events: readonly LoomEvent[],
  beside: readonly EventDraft[],
): readonly EventDraft[] {
  const end = endOf(copied.source);
  const calls = callsOf(copied.source);
  const drafts: EventDraft[] = [];
  let bytes = beside.reduce((sum, draft) => sum + draftBytes(draft), 0);
  for (const event of [...events].reverse()) {
    if (drafts.length + beside.length >= MOST_TAKEN || bytes >= MOST_BYTES) break;
    const draft = wasSeen(event, copied.source, end) ? takeEvent(copied, event, calls) : undefined;
    if (draft === undefined) continue;
    bytes += draftBytes(draft);
    drafts.push(draft);
  }
  return drafts.reverse();
}

function takeEvent(copied: Copied, event: LoomEvent, calls: ReadonlySet<string>): EventDraft | undefined {
  if (event.type === 'snapshot.taken' && event.data.occasion !== 'resume') return takeSnapshot(copied, event);
  const isEnd = event.type === 'tool.completed' || event.type === 'tool.failed';
  if (!isEnd || event.data.touched === undefined || !calls.has(event.data.callId)) return undefined;
  return takeToolEnd(copied, event);
}

/** A prompt that no record tells of, in the copy's own stream, with its text. */
export function takePrompt(copied: Copied, event: Extract<LoomEvent, { type: 'prompt.submitted' }>): EventDraft {
  copyBlob(copied, event.data.blob);
  return taken(copied, event, { type: 'prompt.submitted', data: event.data });
}
