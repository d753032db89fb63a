import { join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import { findFiles } from '../find-files.ts';

type Env = Readonly<Record<string, string | undefined>>;

const FOLDERS = ['session-state', 'history-session-state'] as const;

/** Where the Copilot CLI keeps its sessions: in `$COPILOT_HOME`, else in `.copilot` of the state folder and of the home folder. */
export function copilotPlaces(env: Env): readonly string[] {
  const own = env['COPILOT_HOME'];
  if (own !== undefined && own !== '') return FOLDERS.map((name) => join(own, name));
  const bases = [env['XDG_STATE_HOME'], env['HOME'] || env['USERPROFILE']];
  const homes = bases.flatMap((base) => (base === undefined || base === '' ? [] : [join(base, '.copilot')]));
  return [...new Set(homes)].flatMap((home) => FOLDERS.map((name) => join(home, name)));
}

/** An event log in a folder of its own, an older one, a document before those. */
const SESSION = /^(?:events\.jsonl|[0-9a-f]{8}-[0-9a-f-]{27}\.jsonl|session_.*\.json)$/i;
/** What lies in a session's folder beside its log. */
const OTHERS: ReadonlySet<string> = new Set(['checkpoints', 'files', 'node_modules', '.git']);

/** Finds event logs and older session documents. */
export function findCopilotFiles(path: string): Iterable<SourceFile | SkippedPath> {
  return findFiles(path, { wants: (name) => SESSION.test(name), enters: (name) => !OTHERS.has(name) });
}
