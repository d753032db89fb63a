import type { AgentName } from '../events/agents.ts';
import type { AgentSettings, SettingsChange, SettingsWish } from './ports/agent-settings.ts';

/** What a person asked of `loom init`; agents that were not named are chosen here. */
export type SettingsRequest = Omit<SettingsWish, 'agents' | 'withGit'> & {
  readonly agents: readonly AgentName[] | null;
};

/** What it comes to. */
export interface SettingsPlan {
  readonly agents: readonly AgentName[];
  readonly changes: readonly SettingsChange[];
  readonly notes: readonly string[];
}

/** Agents whose hooks in the user's settings count in this project already. */
function coveredAgents(settings: AgentSettings, { action, scope }: SettingsRequest): ReadonlySet<AgentName> {
  if (action === 'uninstall' || scope === 'user') return new Set();
  return new Set(settings.survey().flatMap((found) => (found.scope === 'user' ? [found.agent] : [])));
}

/** Hooks of the user's settings that taking those of a project out leaves. */
function leftNotes(settings: AgentSettings, agents: readonly AgentName[], request: SettingsRequest): readonly string[] {
  if (request.action === 'install') return [];
  const left = settings.survey().filter(({ scope, agent }) => scope !== request.scope && agents.includes(agent));
  return [...new Set(left.map(({ scope }) => scope))].map(
    (scope) => `hooks in the settings of the ${scope} stay: loom init --${scope} --uninstall`,
  );
}

function chosenAgents(settings: AgentSettings, request: SettingsRequest): readonly AgentName[] {
  if (request.agents !== null) return request.agents;
  const covered = coveredAgents(settings, request);
  return request.action === 'uninstall' ? settings.known : settings.present().filter((agent) => !covered.has(agent));
}

/** Plans what agents call at the steps of a session, and the lines of git for shared memory. Changes nothing. */
export function planSettings(settings: AgentSettings, request: SettingsRequest): SettingsPlan {
  const agents = chosenAgents(settings, request);
  const covered = request.agents === null ? [...coveredAgents(settings, request)] : [];
  const withGit = request.agents === null || request.action === 'install';
  const all = settings.plan({ ...request, agents, withGit });
  const nowhere = all.filter(({ path }) => path === '');
  const changes = all.filter(({ path }) => path !== '');
  const isNone = request.action === 'install' && agents.length + covered.length === 0;
  return {
    agents,
    changes: request.action === 'uninstall' ? changes.filter(({ action }) => action !== 'none') : changes,
    notes: [
      ...(isNone ? ['no agent was found; name one: loom init --agent claude-code'] : []),
      ...nowhere.map(({ agent, refusal }) => `${agent}: ${refusal?.message}`),
      ...covered.map((agent) => `${agent} calls loom by the settings of the user already`),
      ...leftNotes(settings, agents, request),
    ],
  };
}

/** Makes every planned change that is not refused, in order. Calls `onDone` after each. */
export function applySettings(
  settings: AgentSettings,
  plan: Pick<SettingsPlan, 'changes'>,
  onDone: (change: SettingsChange) => void,
): void {
  for (const change of plan.changes.filter(isToDo)) {
    settings.apply(change);
    onDone(change);
  }
}

/** Whether a change would write anything. */
export function isToDo({ action }: SettingsChange): boolean {
  return action !== 'none' && action !== 'refused';
}
