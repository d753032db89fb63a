import { AGENTS, type AgentName, parseAgentName } from '../events/agents.ts';
import type { IsoTime } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { closest } from './closest.ts';
import { systemClock } from './system-sources.ts';
import { parseWhen } from './times.ts';

/** Reads `--agent`; `claude` means claude-code. Throws LoomError `usage` (`unknown-agent`) with a suggestion. */
export function readAgentFlag(text: string | undefined): AgentName | undefined {
  if (text === undefined) return undefined;
  const agent = parseAgentName(text.toLowerCase());
  if (agent !== undefined) return agent;
  const guess = closest(text, [...AGENTS, 'claude']);
  throw new LoomError({
    kind: 'usage',
    code: 'unknown-agent',
    message: `unknown agent: ${text}`,
    hints: [...(guess === undefined ? [] : [`did you mean: ${guess}`]), `agents: ${AGENTS.join(', ')}`],
  });
}

/** `--since` and `--until` as instants. */
export interface Period {
  readonly since?: IsoTime;
  readonly until?: IsoTime;
}

/** Reads `--since` and `--until`. Throws LoomError `usage` for what is no time, or a period that ends before it begins. */
export function readPeriodFlags(flags: {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}): Period {
  const now = systemClock();
  const since = flags.since === undefined ? undefined : parseWhen('since', flags.since, now);
  const until = flags.until === undefined ? undefined : parseWhen('until', flags.until, now);
  if (since !== undefined && until !== undefined && until <= since) {
    throw new LoomError({
      kind: 'usage',
      code: 'empty-period',
      message: `--until (${until}) is not after --since (${since})`,
    });
  }
  return { ...(since !== undefined && { since }), ...(until !== undefined && { until }) };
}
