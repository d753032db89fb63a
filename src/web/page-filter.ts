import { AGENTS, type AgentName } from '../events/agents.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { html, type Markup } from './markup.ts';
import type { PageCall } from './page.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function dayOf({ query }: PageCall, name: string): string | undefined {
  const text = query.get(name) ?? '';
  if (text === '') return undefined;
  if (DAY.test(text)) return text;
  throw new LoomError({
    kind: 'usage',
    code: 'bad-value',
    message: `${name} is no day: ${text}`,
    hints: ['a day is written 2026-01-31'],
  });
}

/** The days that a list is narrowed to, as instants; both days are included. */
export function periodOf(call: PageCall): { readonly since?: string; readonly until?: string } {
  const since = dayOf(call, 'since');
  const until = dayOf(call, 'until');
  return {
    ...(since === undefined ? {} : { since: `${since}T00:00:00.000Z` }),
    ...(until === undefined ? {} : { until: `${until}T23:59:59.999Z` }),
  };
}

/** Fields for those days. */
export function periodFields({ query }: PageCall): Markup {
  const field = (name: string, words: string): Markup =>
    html`<label>${words}<input type="date" name="${name}" value="${query.get(name) ?? ''}"></label>`;
  return html`${field('since', 'From (UTC)')}${field('until', 'To (UTC)')}`;
}

/** The agent that a list is narrowed to. */
export function agentOf({ query }: PageCall): AgentName | undefined {
  const text = query.get('agent') ?? '';
  if (text === '') return undefined;
  const agent = AGENTS.find((name) => name === text);
  if (agent !== undefined) return agent;
  throw new LoomError({
    kind: 'usage',
    code: 'bad-value',
    message: `there is no agent ${text}`,
    hints: [`agents: ${AGENTS.join(', ')}`],
  });
}
