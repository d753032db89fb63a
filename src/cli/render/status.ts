import type { HookSurvey } from '../../app/ports/agent-settings.ts';
import type { StoreStatus } from '../../app/read-status.ts';
import { countOf } from '../../kernel/count-of.ts';
import { safeLine } from '../safe-text.ts';
import type { Screen } from '../screen.ts';
import { describeBytes } from './import-report.ts';
import { renderSessionList } from './session-list.ts';

export type ShownStatus = StoreStatus & {
  readonly store: { readonly path: string; readonly id: string };
  readonly hooks: readonly HookSurvey[];
};

function agentLine(agent: StoreStatus['agents'][number]): string {
  const unread =
    agent.unread === 0 ? '' : `; ${countOf(agent.unread, 'folder or file', 'folders or files')} cannot be looked at`;
  const counts =
    agent.files === 0
      ? 'no sessions found'
      : `${countOf(agent.files, 'session file')} (${describeBytes(agent.bytes)}), ${agent.notKept} not kept yet`;
  const warning = agent.expiring > 0 ? `; ${agent.expiring} will be deleted by the agent within a week` : '';
  return `${agent.agent}: ${counts}${warning}${unread}`;
}

/** Agents that left something here, one a line, and how many others did not. */
function agentLines(agents: StoreStatus['agents']): readonly string[] {
  const here = agents.filter(({ files, unread }) => files > 0 || unread > 0);
  const others = agents.length - here.length;
  const none = `${here.length === 0 ? 'no' : 'no other'} sessions found (looked for ${countOf(others, 'agent')})`;
  return [...here.map(agentLine), ...(others === 0 ? [] : [none])].map((line) => `agent    ${line}`);
}

function hookLine({ agent, scope, program, isRunnable, isDisabled }: HookSurvey): string {
  const trouble = isRunnable
    ? isDisabled
      ? '; the agent turns all hooks off'
      : ''
    : `; ${program} is not there any more`;
  return safeLine(`hooks    ${agent} (${scope})${trouble}`);
}

function doubtLines({ project, candidates }: StoreStatus['ambiguousProjects'][number]): readonly string[] {
  const merges = candidates.map((other) => `unsure   may be ${other}; if so: loom project merge ${project} ${other}`);
  return [`unsure   project ${project}: loom project show ${project}`, ...merges];
}

function memoryLines({ pendingProposals, digestEdited }: StoreStatus): readonly string[] {
  const waiting = countOf(pendingProposals, 'proposal waits', 'proposals wait');
  return [
    ...(pendingProposals === 0 ? [] : [`memory   ${waiting}: loom memory review`]),
    ...(digestEdited ? ['memory   MEMORY.md was edited: loom memory digest --diff'] : []),
  ];
}

/** The status for people. */
export function renderStatus(status: ShownStatus, screen: Screen): string {
  const { project } = status;
  const lines = [
    `store    ${safeLine(status.store.path)}`,
    `sessions ${status.sessions}, ${status.archived} archived, ${status.deleted} deleted`,
    project === null
      ? 'project  none here yet'
      : `project  ${safeLine(project.name)} (${countOf(project.sessions, 'session')})`,
    ...memoryLines(status),
    ...status.ambiguousProjects.flatMap(doubtLines),
    ...agentLines(status.agents),
    ...status.hooks.map(hookLine),
  ];
  const unkept = status.agents.reduce((sum, agent) => sum + agent.notKept, 0);
  if (unkept > 0) lines.push(`next     loom import`);
  const list = status.last.length === 0 ? '' : `\n${renderSessionList(status.last, screen)}`;
  return `${lines.join('\n')}\n${list}`;
}
