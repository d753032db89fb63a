import type { Check } from './examine-store.ts';
import type { HookSurvey } from './ports/agent-settings.ts';

function installCommand({ agent, scope }: HookSurvey): string {
  return `loom init --agent ${agent} --${scope}`;
}

function checkHooks(found: HookSurvey): Check {
  const { agent, scope, path, program, isRunnable, isDisabled } = found;
  const name = `hooks of ${agent}`;
  if (!isRunnable) {
    const detail = `${path} calls ${program}, which is not there any more`;
    return { name, status: 'warning', detail, fix: installCommand(found) };
  }
  if (isDisabled) {
    return {
      name,
      status: 'warning',
      detail: `${path} turns all hooks off`,
      fix: `take disableAllHooks out of ${path}`,
    };
  }
  return { name, status: 'ok', detail: `in the settings of the ${scope}, ${path}` };
}

/** What `loom doctor` says of hooks in the settings of agents: whether what they call is still there and is called. */
export function checkInstalledHooks(found: readonly HookSurvey[]): readonly Check[] {
  return found.map(checkHooks);
}
