import { asObject, field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';

/** What a session header says. */
export interface SessionMeta {
  readonly id: string | undefined;
  readonly cwd: string | undefined;
  readonly version: string | undefined;
  readonly branch: string | undefined;
  /** HEAD when the session began. */
  readonly head: string | undefined;
  readonly origin: string | undefined;
  /** Another program started it, without a person in front. */
  readonly headless: boolean;
  readonly parent: { readonly nativeId: string; readonly kind: 'subagent' | 'fork' } | undefined;
}

/** The parent of a thread that another one sent out, where the header names one. */
function spawnedBy(payload: JsonObject): string | undefined {
  const spawn = objectField(objectField(objectField(payload, 'source'), 'subagent'), 'thread_spawn');
  return textField(spawn, 'parent_thread_id') ?? textField(payload, 'parent_thread_id');
}

function isSubagent(payload: JsonObject): boolean {
  const source = asObject(field(payload, 'source'));
  return field(payload, 'thread_source') === 'subagent' || (source !== undefined && Object.hasOwn(source, 'subagent'));
}

function parentOf(payload: JsonObject): SessionMeta['parent'] {
  const forkedFrom = textField(payload, 'forked_from_id');
  const spawner = spawnedBy(payload) ?? forkedFrom;
  if (isSubagent(payload) && spawner !== undefined) return { nativeId: spawner, kind: 'subagent' };
  return forkedFrom === undefined ? undefined : { nativeId: forkedFrom, kind: 'fork' };
}

/** Reads a session header. */
export function readSessionMeta(payload: JsonObject): SessionMeta {
  const git = objectField(payload, 'git');
  return {
    id: textField(payload, 'id') ?? textField(payload, 'session_id'),
    cwd: textField(payload, 'cwd'),
    version: textField(payload, 'cli_version'),
    branch: textField(git, 'branch'),
    head: textField(git, 'commit_hash'),
    origin: textField(git, 'repository_url'),
    headless: field(payload, 'source') === 'exec' || field(payload, 'originator') === 'codex_exec',
    parent: parentOf(payload),
  };
}
