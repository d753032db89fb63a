import type { AgentName } from '../events/agents.ts';
import { deriveSessionId } from '../events/session-id.ts';
import type { AppContext } from './context.ts';
import { findSources } from './find-sources.ts';
import type { Importer, SkippedPath, SourceFile } from './ports/importer.ts';
import { knownSource, unchangedSession } from './source-change.ts';
import { writtenName } from './source-name.ts';

/** How close to its deletion by the agent a session file is, in days, to be warned of. */
const WARN_DAYS = 7;
const DAY = 86_400_000;

/** What one agent has on this machine, and how much of it loom has kept. */
export interface AgentSurvey {
  readonly agent: AgentName;
  readonly places: readonly string[];
  readonly files: number;
  readonly bytes: number;
  /** Files that no session of the store was kept from. */
  readonly notKept: number;
  /** Files that are not kept, or that went on since they were, and that the agent will delete within a week by its own retention. */
  readonly expiring: number;
  /** Places and files that could not be looked at, so that nobody knows what they hold. */
  readonly unread: number;
  /** Days after which the agent deletes a session; null when it does not. */
  readonly retentionDays: number | null;
}

/** Kept, or purged by a person: of a purged session only the id is known, which most files are named after. */
function isKept(app: AppContext, importer: Importer, file: SourceFile): boolean {
  if (app.readModel.bySource(writtenName(app, file)) !== undefined) return true;
  const stem = file.part ?? /([^/\\]+)\.[^./\\]+$/.exec(file.path)?.[1] ?? '';
  return app.readModel.state(deriveSessionId(importer.agent, stem, app.sha256))?.purged === true;
}

/** Kept, but not as far as it goes now; a session that a person deleted is kept no further. */
function isBehind(app: AppContext, importer: Importer, file: SourceFile): boolean {
  const path = writtenName(app, file);
  const known = knownSource(app, importer.agent, path);
  if (known === undefined || known.state.deleted !== null || known.state.purged) return false;
  return unchangedSession(app, importer.agent, { file, path }) === undefined;
}

function isExpiring(app: AppContext, file: SourceFile, retentionDays: number | null): boolean {
  const age = (app.clock() - Number(file.mtimeNs / 1_000_000n)) / DAY;
  return retentionDays !== null && age > retentionDays - WARN_DAYS;
}

function isUnread(file: SourceFile | SkippedPath): boolean {
  return 'code' in file && (file.code === 'unreadable' || file.code === 'broken-link');
}

function surveyAgent(app: AppContext, importer: Importer): AgentSurvey {
  const { files, searched } = findSources(app, importer, { paths: [] });
  const sources = files.filter((file) => !('code' in file)) as readonly SourceFile[];
  const loose = sources.filter((file) => !isKept(app, importer, file));
  const retentionDays = importer.retentionDays?.(app.env) ?? null;
  const expiring = sources.filter((file) => isExpiring(app, file, retentionDays));
  return {
    agent: importer.agent,
    places: searched,
    files: sources.length,
    bytes: sources.reduce((sum, file) => sum + file.size, 0),
    notKept: loose.length,
    expiring: expiring.filter((file) => !isKept(app, importer, file) || isBehind(app, importer, file)).length,
    unread: files.filter(isUnread).length,
    retentionDays,
  };
}

/** Looks at the usual places of every agent loom can import; reads no content and changes nothing. */
export function surveyAgents(app: AppContext): readonly AgentSurvey[] {
  app.readModel.catchUp();
  try {
    return app.importers.map((importer) => surveyAgent(app, importer));
  } finally {
    app.sources.release();
    app.sources.lists?.keep();
  }
}
