import type { LoomEvent } from '../events/envelope.ts';
import type { ToolCompleted, ToolFailed, ToolRequested } from '../events/tool-data.ts';
import type { IsoTime } from '../kernel/ids.ts';
import type { Message } from './conversation.ts';
import { absolutePath } from './path-place.ts';
import { type PairedCall, pairTools } from './tool-pairing.ts';
import { toolPaths } from './tool-paths.ts';

/** One call's access to one path. */
export interface PathAccess {
  /** Absolute where the folder of the record tells it. */
  readonly path: string;
  readonly access: 'read' | 'edit';
  /** When the result came. */
  readonly at: IsoTime | null;
  /** Someone looked at the file right after the call; without `digest` there was nothing to digest. */
  readonly seen: boolean;
  readonly digest?: string;
}

interface CallEnd {
  readonly at: IsoTime;
  readonly data: ToolCompleted | ToolFailed;
}

/** What the journal holds of a session's calls, by call id. */
interface JournaledCalls {
  readonly requested: ReadonlyMap<string, { readonly at: IsoTime; readonly data: ToolRequested }>;
  readonly ended: ReadonlyMap<string, CallEnd>;
  readonly failed: ReadonlySet<string>;
}

function gatherJournaled(events: readonly LoomEvent[]): JournaledCalls {
  const requested = new Map<string, { readonly at: IsoTime; readonly data: ToolRequested }>();
  const ended = new Map<string, CallEnd>();
  const failed = new Set<string>();
  for (const { type, at, data } of events) {
    if (type === 'tool.requested') requested.set(data.callId, { at, data });
    if (type === 'tool.completed' || type === 'tool.failed') ended.set(data.callId, { at, data });
    if (type === 'tool.failed' && data.interrupted !== true) failed.add(data.callId);
  }
  return { requested, ended, failed };
}

function touchedAccesses({ at, data }: CallEnd, folder: string): readonly PathAccess[] {
  return (data.touched ?? []).map(({ path, access, digest }) => ({
    path: absolutePath(path, folder),
    access: access === 'write' ? 'edit' : 'read',
    at,
    seen: true,
    ...(digest === undefined ? {} : { digest }),
  }));
}

interface RecordedCalls {
  readonly calls: readonly PairedCall[];
  readonly messages: ReadonlyMap<string, Message>;
}

/** Accesses that the arguments of a call name. A call that failed touched nothing; one that was cut off may have. */
function namedAccesses(call: PairedCall, { messages }: RecordedCalls, folder: string): readonly PathAccess[] {
  if (call.status === 'error') return [];
  const result = call.resultMessageId === null ? undefined : messages.get(call.resultMessageId);
  const at = result?.at ?? call.message.at;
  const base = call.message.cwd ?? folder;
  return toolPaths(call.name, call.input).map(({ path, access }) => ({
    path: absolutePath(path, base),
    access,
    at,
    seen: false,
  }));
}

/** What was seen right after the call counts more than what its arguments name. */
function mergeAccesses(named: readonly PathAccess[], touched: readonly PathAccess[]): readonly PathAccess[] {
  const seen = new Set(touched.map(({ path }) => path));
  return [...named.filter(({ path }) => !seen.has(path)), ...touched];
}

function unrecorded(journaled: JournaledCalls, known: ReadonlySet<string>, folder: string): readonly PathAccess[] {
  const ids = new Set([...journaled.requested.keys(), ...journaled.ended.keys()]);
  return [...ids].flatMap((id) => {
    if (known.has(id)) return [];
    const end = journaled.ended.get(id);
    const request = journaled.requested.get(id);
    const touched = end === undefined ? [] : touchedAccesses(end, folder);
    if (request === undefined || journaled.failed.has(id)) return touched;
    const { paths = [], access } = request.data;
    const named = access === undefined || access === 'unknown' ? [] : paths;
    const requested = named.map(
      (path): PathAccess => ({
        path: absolutePath(path, folder),
        access: access === 'read' ? 'read' : 'edit',
        at: end?.at ?? request.at,
        seen: false,
      }),
    );
    return mergeAccesses(requested, touched);
  });
}

/** Every access of a session to a path by a tool call that names it, each call once, whoever told of it. */
export function listAccesses(
  messages: readonly Message[],
  events: readonly LoomEvent[],
  folder: string,
): readonly PathAccess[] {
  const journaled = gatherJournaled(events);
  const calls = [...pairTools(messages).calls.values()];
  const recorded: RecordedCalls = { calls, messages: new Map(messages.map((message) => [message.id, message])) };
  const ofRecords = calls.flatMap((call) => {
    const end = journaled.ended.get(call.id);
    const touched = end === undefined ? [] : touchedAccesses(end, call.message.cwd ?? folder);
    return mergeAccesses(namedAccesses(call, recorded, folder), touched);
  });
  return [...ofRecords, ...unrecorded(journaled, new Set(calls.map(({ id }) => id)), folder)];
}

/** The tool behind an event, by its call. A subagent is one, though not every agent starts it by a call. */
function namedCall({ type, data }: LoomEvent): readonly [callId: string, name: string] | undefined {
  switch (type) {
    case 'tool.requested':
    case 'tool.started':
    case 'tool.completed':
    case 'tool.failed':
      return data.name === undefined ? undefined : [data.callId, data.name];
    case 'subagent.started':
    case 'subagent.completed':
      return [data.callId ?? `subagent ${data.subagent ?? data.session ?? ''}`, 'subagent'];
    default:
      return undefined;
  }
}

/** Names of the tools that a session called, one for each call, whoever told of it. */
export function calledTools(messages: readonly Message[], events: readonly LoomEvent[]): readonly string[] {
  const names = new Map([...pairTools(messages).calls.values()].map(({ id, name }) => [id, name]));
  for (const event of events) {
    const [callId, name] = namedCall(event) ?? [];
    if (callId !== undefined && name !== undefined && !names.has(callId)) names.set(callId, name);
  }
  return [...names.values()];
}
