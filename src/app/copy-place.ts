import { indexMessages } from '../domain/conversation-path.ts';
import type { AgentName } from '../events/agents.ts';
import type { Where } from '../events/session-data.ts';
import { formatInstant } from '../kernel/instant.ts';
import type { AppContext } from './context.ts';
import type { CopyRefusal, CopySource } from './copy-plan.ts';
import type { NativePlace, NativeTools, NativeWriter } from './ports/native-writer.ts';
import { observePlace } from './project-observation.ts';

/** Where a copy of a session is at home. */
export interface CopyPlace {
  readonly cwd: string;
  readonly where: Where;
  readonly substituted: boolean;
  /** The session file; undefined when none is wanted. */
  readonly native: NativePlace | undefined;
}

interface PlaceQuestion {
  readonly request: { readonly native: boolean; readonly cwd?: string };
  readonly source: CopySource;
  readonly writer: NativeWriter | undefined;
  readonly agent: AgentName;
  readonly nativeId: string;
}

/** Folder in which the last copied message was written. */
function lastCwd({ conversation, point, view }: CopySource): string | null {
  const byId = indexMessages(conversation.messages);
  const last = point.path.findLast((id) => byId.get(id)?.cwd !== undefined);
  return (last === undefined ? undefined : byId.get(last)?.cwd) ?? view.cwd;
}

/** What is seen of the folder now; what was seen at the start where there is nothing to see. */
function whereOf(app: AppContext, cwd: string, { state }: CopySource): Where {
  const seen = observePlace(app, cwd, { rootCommits: true });
  return seen.missing === true && state.where !== null ? state.where : seen;
}

/** Finds the folder that a copy goes on in and, when it is wanted, the place of its session file. */
export function findCopyPlace(
  app: AppContext,
  { files }: NativeTools,
  question: PlaceQuestion,
): CopyPlace | { readonly refusal: CopyRefusal } {
  const { request, source, writer, nativeId, agent } = question;
  const own = lastCwd(source);
  const wanted = request.cwd ?? own ?? app.cwd;
  const there = [wanted, source.view.project?.path].find(
    (path) => path !== undefined && files.realFolder(path) !== undefined,
  );
  const cwd = there ?? wanted;
  const place = { cwd, where: whereOf(app, cwd, source), substituted: cwd !== (own ?? cwd) };
  if (!request.native || writer === undefined) return { ...place, native: undefined };
  const real = files.realFolder(cwd);
  if (real === undefined) return { refusal: { code: 'folder-gone', cwd } };
  const session = { nativeId, cwd: real, at: formatInstant(app.clock()) };
  const native = writer.place(app.env, session, files.names);
  return native === undefined ? { refusal: { code: 'native-place-unknown', agent, cwd } } : { ...place, native };
}
