import type { AgentName } from '../../events/agents.ts';

/** What tells the agents of the family apart; the files are the same. */
export interface Family {
  readonly agent: Extract<AgentName, 'pi' | 'omp' | 'gjc'>;
  /** Folder in the home directory. */
  readonly folder: string;
  /** Environment variable that names the agent's own folder instead, where there is one. */
  readonly folderVariable?: string;
  /** Environment variable that names the folder of sessions itself. */
  readonly sessionsVariable?: string;
  /** Tools by which the agent sends out a subagent. */
  readonly subagentTools: ReadonlySet<string>;
}

/** Newest version of the format that is understood. */
export const NEWEST_VERSION = 5;
