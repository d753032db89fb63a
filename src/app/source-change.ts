import type { SessionState } from '../domain/session-state.ts';
import type { AgentName } from '../events/agents.ts';
import type { SourceMark } from '../events/session-data.ts';
import type { AppContext } from './context.ts';
import type { SourceOutcome } from './import-report.ts';
import type { SourceFile } from './ports/importer.ts';

/** What was kept of a source as a session of this agent; the same file read as another agent's is another question. */
export function knownSource(
  app: Pick<AppContext, 'readModel'>,
  agent: AgentName,
  path: string,
): { readonly source: SourceMark; readonly state: SessionState } | undefined {
  const known = app.readModel.bySource(path);
  const state = known === undefined ? undefined : app.readModel.state(known.session);
  return known === undefined || state?.agent !== agent ? undefined : { source: known.source, state };
}

/** The cheap question: is the file, by its inode, size and times, the one that was read to its end? */
export function unchangedSession(
  app: AppContext,
  agent: AgentName,
  { file, path }: { readonly file: SourceFile; readonly path: string },
): SourceOutcome | undefined {
  const known = knownSource(app, agent, path);
  if (known === undefined) return undefined;
  const { source, state } = known;
  const same =
    source.size === file.size &&
    source.mtimeNs === String(file.mtimeNs) &&
    source.ctimeNs === String(file.ctimeNs) &&
    source.inode === `${file.dev}:${file.ino}`;
  if (!same) return undefined;
  if (state.deleted !== null || state.purged) return undefined;
  return { status: 'unchanged', session: state.id };
}
