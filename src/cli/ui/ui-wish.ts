import type { SessionScope } from '../../app/list-sessions.ts';
import type { AgentName } from '../../events/agents.ts';

/** How the terminal face was asked for. */
export interface UiWish {
  /** Where a person looks for sessions, unless every project is wanted. */
  readonly scope: SessionScope;
  readonly everyProject: boolean;
  readonly agent: AgentName | null;
  readonly words: string;
  readonly memory: boolean;
  readonly plain: boolean;
  readonly json: boolean;
  readonly color: boolean | undefined;
}
