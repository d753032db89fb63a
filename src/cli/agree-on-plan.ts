import type { AppContext } from '../app/context.ts';
import type { DetectedSources } from '../app/detect-agent.ts';
import { planImport } from '../app/plan-import.ts';
import { countOf } from '../kernel/count-of.ts';
import { writeNotice } from './output.ts';
import { askToGoOn } from './prompt-confirm.ts';
import { describePlan } from './render/import-plan.ts';
import { canAsk } from './screen.ts';

/**
 * Shows what an import of everything is about to do, and asks where a person can be asked. Where nobody can, it goes on.
 * Throws LoomError `refused`/`not-confirmed` after a no.
 */
export async function agreeOnPlan(
  app: AppContext,
  agents: readonly DetectedSources[],
  { yes, silent }: { readonly yes: boolean; readonly silent: boolean },
): Promise<void> {
  const asks = !yes && (await canAsk());
  if (silent && !asks) return;
  app.readModel.catchUp();
  const plans = agents.map((sources) => planImport(app, sources)).filter(({ files }) => files > 0);
  const reads = plans.reduce((sum, plan) => sum + plan.fresh + plan.changed, 0);
  if (reads === 0) return;
  writeNotice(`${describePlan(plans)}\n`);
  if (asks) await askToGoOn(`Import ${countOf(reads, 'session')}?`);
}
