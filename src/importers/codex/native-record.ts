import type { NativeTarget, WholeRecord } from '../../app/ports/native-writer.ts';
import { asObject, field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import type { NativeChangeTally } from '../native-change-tally.ts';
import { readItem } from './item.ts';

/** Marks of a thread that another one sent out: the copy is one that a person goes on with. */
const SUBAGENT_FIELDS: ReadonlySet<string> = new Set([
  'parent_thread_id',
  'thread_source',
  'agent_nickname',
  'agent_role',
  'agent_path',
  'subagent_history_start_ordinal',
]);

/** A line of a file as Codex writes it. */
export function envelope(type: string, payload: JsonObject, timestamp: unknown): JsonObject {
  return { timestamp, type, payload };
}

function withoutFields(payload: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !names.has(name)));
}

/** The header of a copy: its own id, the folder it goes on in, and where it came from. */
export function copyHeader(payload: JsonObject, target: NativeTarget, parent: string | null): JsonObject {
  const { nativeId, cwd } = target;
  const headless = field(payload, 'originator') === 'codex_exec';
  return {
    ...withoutFields(payload, SUBAGENT_FIELDS),
    id: nativeId,
    ...(Object.hasOwn(payload, 'session_id') ? { session_id: nativeId } : {}),
    timestamp: textField(payload, 'timestamp') ?? target.at,
    cwd,
    originator: headless ? 'codex_cli_rs' : (textField(payload, 'originator') ?? 'codex_cli_rs'),
    cli_version: textField(payload, 'cli_version') ?? '0.0.0',
    source: 'cli',
    ...(parent === null ? {} : { forked_from_id: parent }),
  };
}

/** A turn's settings with nothing allowed: what the parent was allowed is not handed on. */
function copyContext(payload: JsonObject, changes: NativeChangeTally): JsonObject {
  const { permission_profile: profile, ...rest } = payload as JsonObject & { permission_profile?: unknown };
  const policy = field(rest, 'approval_policy');
  const sandbox = textField(objectField(rest, 'sandbox_policy'), 'type') ?? field(rest, 'sandbox_policy');
  const asks = policy === undefined || policy === 'untrusted';
  const locked = sandbox === undefined || sandbox === 'read-only';
  if (asks && locked && profile === undefined) return payload;
  changes.add('permissions');
  return {
    ...rest,
    ...(policy === undefined ? {} : { approval_policy: 'untrusted' }),
    ...(sandbox === undefined ? {} : { sandbox_policy: { type: 'read-only' } }),
  };
}

/** A record of the copy; undefined for one that the copy goes without. Lines of before the envelope get one. */
export function copyLine(whole: WholeRecord, target: NativeTarget, changes: NativeChangeTally): JsonObject | undefined {
  const record = asObject(whole.record);
  const item = record === undefined ? undefined : readItem(record);
  if (record === undefined || item === undefined || item.line === 'state') {
    changes.add('metadata');
    return undefined;
  }
  if (whole.redacted.has(`${item.pointer}/encrypted_content`) || whole.lost.has(`${item.pointer}/encrypted_content`)) {
    changes.add('unsigned-thinking');
    return undefined;
  }
  const { ordinal: _, ...line } = record as JsonObject & { ordinal?: unknown };
  if (item.pointer === '') return envelope(item.line, item.payload, whole.at ?? target.at);
  return item.line === 'turn_context' ? { ...line, payload: copyContext(item.payload, changes) } : line;
}
