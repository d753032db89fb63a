import type { AgentPlan } from '../../app/plan-import.ts';
import { countOf } from '../../kernel/count-of.ts';
import { describeBytes } from './import-report.ts';

function planLine(plan: AgentPlan): string {
  const { agent, fresh, changed, unchanged, folders } = plan;
  const parts = [`${fresh} new`, `${changed} changed`, `${unchanged} unchanged`];
  const places =
    folders === 0 ? '' : `, ${plan.foldersPartial ? 'at least ' : ''}${countOf(folders, 'project folder')}`;
  return `${agent}: ${countOf(plan.files, 'session file')}: ${parts.join(', ')}; ${describeBytes(plan.bytes)} to read${places}`;
}

/** What an import is about to do, an agent a line; agents with nothing to read come last. */
export function describePlan(plans: readonly AgentPlan[]): string {
  const reads = (plan: AgentPlan): number => (plan.fresh + plan.changed > 0 ? 0 : 1);
  return [...plans]
    .sort((a, b) => reads(a) - reads(b))
    .map(planLine)
    .join('\n');
}
