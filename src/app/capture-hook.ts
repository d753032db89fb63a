import { toolPaths } from '../domain/tool-paths.ts';
import { MAX_PROMPT_TEXT_BYTES } from '../events/capture-data.ts';
import type { EventDraft } from '../events/envelope.ts';
import type { ProcessMark, SessionStarted, Where } from '../events/session-data.ts';
import { deriveSessionId } from '../events/session-id.ts';
import type { TouchedPath } from '../events/tool-data.ts';
import { type SessionId, sessionStream } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import type { AppContext } from './context.ts';
import type { CapturedFact, CaptureSource, HookReading } from './ports/hook-agent.ts';
import type { ContentNow } from './ports/snapshots.ts';
import { redactStrings, redactWhere } from './redact-identity.ts';
import { serialisedBytes } from './serialised-bytes.ts';

/** The little that a hook call may touch: no index, no transcript, no git process. */
export interface CaptureContext
  extends Pick<
    AppContext,
    'redactor' | 'probe' | 'clock' | 'sha256' | 'mintEventId' | 'factId' | 'keyedDigest' | 'env'
  > {
  /** Keeps a long text in the session's blobs, durably; its SHA-256. */
  readonly keepText: (session: SessionId, text: string) => Promise<string>;
  /** Digests of files as they are now. */
  readonly contents: (paths: readonly string[]) => Promise<ReadonlyMap<string, ContentNow>>;
  /** The process of the agent that runs the hook, where the system tells; asked at starts only. */
  readonly agentProcess: () => ProcessMark | undefined;
  /** Joins a path that a tool named with the folder it ran in. */
  readonly resolvePath: (cwd: string, path: string) => string;
}

/** Most paths of one call that are digested. */
const MOST_TOUCHED = 16;
/** Longest path, tool name or call id that an event carries, in bytes as serialised. */
const MOST_NAME = 512;
/** Longest event data, in bytes as serialised: the rest of a line has its place too. */
const MOST_DATA = 14 * 1024;

const PLACEHOLDER_TAG = /\[redacted:([a-z0-9-]+):[^\]]*\]/g;

interface Capture {
  readonly context: CaptureContext;
  readonly hook: CaptureSource;
  readonly reading: HookReading;
  readonly session: SessionId;
  readonly where: Where | undefined;
  /** One call tells of one moment. */
  readonly now: number;
}

/** What a hook call tells, as events that can be appended blind: redacted, bounded, with deterministic ids where it has keys. */
export async function draftCapture(
  context: CaptureContext,
  hook: CaptureSource,
  raw: HookReading,
): Promise<readonly EventDraft[]> {
  const reading = { ...raw, nativeId: context.redactor.redact(raw.nativeId).text };
  const session = deriveSessionId(hook.agent, reading.nativeId, context.sha256);
  const where =
    reading.cwd === null ? undefined : boundWhere(redactWhere(context.redactor, context.probe.probe(reading.cwd)));
  const capture: Capture = { context, hook, reading, session, where, now: raw.at ?? context.clock() };
  const facts: EventDraft[] = [];
  for (const fact of reading.facts) facts.push(await factDraft(capture, fact));
  return [...startDrafts(capture), ...facts, ...snapshotDrafts(capture)];
}

function boundWhere(where: Where): Where | undefined {
  return serialisedBytes(where) > MOST_DATA ? undefined : where;
}

/** A session begins with its start, and a hook that was installed later sees its first prompt: readers count one start. */
function startDrafts(capture: Capture): readonly EventDraft[] {
  const { context, hook, reading, where } = capture;
  const begins = reading.begins === true || reading.moment === 'session-start' || reading.moment === 'prompt';
  if (!begins) return [];
  const { nativeId, title, parent, parentKind = 'subagent' } = reading;
  const tty = context.env['LOOM_TTY'];
  const mark = reading.process ?? (reading.moment === 'session-start' ? context.agentProcess() : undefined);
  const data: SessionStarted = {
    agent: hook.agent,
    nativeId,
    ...(where === undefined ? {} : { where }),
    ...(title === undefined ? {} : { title: context.redactor.redact(title).text.slice(0, MOST_NAME) }),
    ...(parent === undefined
      ? {}
      : { parent: { session: deriveSessionId(hook.agent, parent, context.sha256), kind: parentKind } }),
    ...(tty ? { tty } : {}),
    ...(mark === undefined ? {} : { process: mark }),
  };
  return [draft(capture, { type: 'session.started', key: nativeId, data: { ...data } })];
}

/** Where HEAD stands when a session begins, after a shell, and when the agent stops; the whole snapshot is taken elsewhere. */
function snapshotDrafts(capture: Capture): readonly EventDraft[] {
  const { reading, where } = capture;
  const occasions = {
    'session-start': 'start',
    stop: 'stop',
    'session-end': 'close',
    prompt: undefined,
    other: undefined,
  } as const;
  const occasion =
    reading.moment === 'tool' ? (reading.shell === true ? 'tool' : undefined) : occasions[reading.moment];
  if (where === undefined || occasion === undefined) return [];
  return [draft(capture, { type: 'snapshot.taken', data: { where, occasion } })];
}

function draft(capture: Capture, fact: Pick<CapturedFact, 'type' | 'key' | 'data'>): EventDraft {
  const { context, hook, reading, session, now } = capture;
  const { agent } = hook;
  const native = fact.key === undefined ? undefined : { agent, nativeId: reading.nativeId, key: fact.key };
  const version = reading.agentVersion === undefined ? {} : { version: reading.agentVersion.slice(0, 64) };
  return {
    id: native === undefined ? context.mintEventId() : context.factId({ ...native, type: fact.type, millis: now }),
    stream: sessionStream(session),
    type: fact.type,
    at: formatInstant(now),
    by: { kind: hook.kind ?? 'hook', agent, ...version },
    trust: 'untrusted',
    data: fact.data,
  } as EventDraft;
}

async function factDraft(capture: Capture, fact: CapturedFact): Promise<EventDraft> {
  const plain = redactStrings(capture.context.redactor, fact.data);
  const digest = digestPart(capture, fact);
  const data = {
    ...boundNames(plain),
    ...digest,
    ...(await textParts(capture, fact)),
    ...(await pathParts(capture, fact)),
  };
  return draft(capture, { ...fact, data });
}

function digestPart({ context }: Capture, { type, digested }: CapturedFact): { readonly digest?: string } {
  if (digested === undefined) return {};
  return { digest: context.keyedDigest(`${type}\0${context.redactor.redact(digested).text}`) };
}

/** Names are short; what is not is cut, so that no payload makes an event that cannot be written. */
function boundNames(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'string' && serialisedBytes(value) > MOST_NAME ? `${value.slice(0, 128)}…` : value,
    ]),
  );
}

/** The words of a prompt or of a last answer: in the event, or, when they are long, in a blob that is written first. */
async function textParts(
  { context, session }: Capture,
  { text }: CapturedFact,
): Promise<Readonly<Record<string, unknown>>> {
  if (text === undefined) return {};
  const redacted = context.redactor.redact(text.toWellFormed());
  const words = redacted.text;
  const isShort = serialisedBytes(words) - 2 <= MAX_PROMPT_TEXT_BYTES;
  return {
    ...(isShort ? { text: words } : { blob: await context.keepText(session, words) }),
    textDigest: context.keyedDigest(`text\0${words.replace(PLACEHOLDER_TAG, '[redacted:$1]')}`),
    bytes: utf8Bytes(words),
    ...(Object.keys(redacted.rules).length === 0 ? {} : { redactions: redacted.rules }),
  };
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The files that a call names: for one that ended, with a digest of what they hold now. */
async function pathParts(capture: Capture, { type, call }: CapturedFact): Promise<Readonly<Record<string, unknown>>> {
  const { context, reading } = capture;
  if (call === undefined) return {};
  const named = toolPaths(call.name, call.input)
    .slice(0, MOST_TOUCHED)
    .filter(({ path }) => serialisedBytes(path) <= MOST_NAME);
  if (named.length === 0) return {};
  if (type === 'tool.requested') {
    const paths = named.map(({ path }) => context.redactor.redact(path).text);
    return { paths, access: named[0]?.access === 'edit' ? 'write' : 'read' };
  }
  const cwd = reading.cwd;
  const place = (path: string): string => (cwd === null ? path : context.resolvePath(cwd, path));
  const now = await context.contents(named.map(({ path }) => place(path)));
  const touched: TouchedPath[] = named.map(({ path, access }) => {
    const digest = now.get(place(path))?.digest;
    return {
      // Redacted as it is spelled: a path that was tidied no longer shows the URL in it.
      path: place(context.redactor.redact(path).text),
      access: access === 'edit' ? 'write' : 'read',
      ...(digest === undefined ? {} : { digest }),
    };
  });
  return { touched };
}
