import type { AgentName } from '../events/agents.ts';
import type { AppContext } from './context.ts';
import { findSources } from './find-sources.ts';

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
  /** Of these, files that the agent will delete within a week by its own retention. */
  readonly expiring: number;
  /** Days after which the agent deletes a session; null when it does not. */
  readonly retentionDays: number | null;
}

/** Looks at the usual places of every agent loom can import; reads no content and changes nothing. */
export function surveyAgents(app: AppContext): readonly AgentSurvey[] {
  app.readModel.catchUp();
  return app.importers.map((importer) => {
    const { files, searched } = findSources(app, importer, []);
    const retentionDays = importer.retentionDays?.(app.env) ?? null;
    const survey = { files: 0, bytes: 0, notKept: 0, expiring: 0 };
    for (const file of files) {
      if ('code' in file) continue;
      survey.files += 1;
      survey.bytes += file.size;
      if (app.readModel.bySource(app.redactor.redact(file.path).text) !== undefined) continue;
      survey.notKept += 1;
      const age = (app.clock() - Number(file.mtimeNs / 1_000_000n)) / DAY;
      if (retentionDays !== null && age > retentionDays - WARN_DAYS) survey.expiring += 1;
    }
    return { agent: importer.agent, places: searched, ...survey, retentionDays };
  });
}
