import type { AgentName } from '../events/agents.ts';
import type { ProviderFacts } from './resume-facts.ts';

/** What changes for a session when another agent, model or effort goes on with it; for a person to weigh. */
export interface ProviderDifferences {
  readonly original: { readonly agent: string | null; readonly model: string | null; readonly effort: string | null };
  readonly selected: { readonly agent: string | null; readonly model: string | null; readonly effort: string | null };
  readonly adapter: string;
  readonly tools: string;
  readonly effort: string;
  readonly dataHandling: string;
  readonly network: string;
  readonly notReproduced: readonly string[];
  readonly reinspect: readonly string[];
}

/** Words of effort, in an order that agents share as far as they share any. */
const EFFORTS: Readonly<Partial<Record<AgentName, readonly string[]>>> = {
  'claude-code': ['low', 'medium', 'high', 'xhigh', 'max'],
  codex: ['minimal', 'low', 'medium', 'high', 'xhigh'],
};

/** Who gets the conversation when the agent asks its model; only what is so by default is said. */
const SENT_TO: Readonly<Partial<Record<AgentName, string>>> = {
  'claude-code': 'Anthropic, or the cloud that its settings name',
  codex: 'OpenAI, or the provider that its settings name',
  gemini: 'Google',
  qwen: 'the provider that its settings name',
  'copilot-cli': 'GitHub and the model providers behind it',
  cursor: 'Cursor and the model providers behind it',
};

function sentTo(agent: AgentName | null): string {
  return (agent === null ? undefined : SENT_TO[agent]) ?? 'the provider that its settings name';
}

function effortWords({ agent, effort }: ProviderFacts): string {
  const wanted = effort.selected ?? effort.original;
  if (wanted === null) return 'no effort is recorded; the agent takes its own default';
  const words = agent.selected === null ? undefined : EFFORTS[agent.selected];
  if (words === undefined) return `${wanted} has no known counterpart; the agent takes its own default`;
  if (words.includes(wanted)) return `${wanted} stays ${wanted}`;
  return `${wanted} is no word of ${agent.selected}; it knows ${words.join(', ')}`;
}

function notReproduced(otherAgent: boolean, otherModel: boolean): readonly string[] {
  return [
    'approvals: none is carried over',
    'cached context: the whole conversation is sent and paid for again',
    ...(otherModel ? ['thinking: signatures hold for the model that made them'] : []),
    ...(otherAgent
      ? [
          'tool calls: names and arguments of the old agent are kept as text',
          'plan mode, checkpoints and background tasks of the old agent',
        ]
      : []),
  ];
}

/** Tells what another agent, model or effort means for the session; null when nothing is substituted. */
export function differencesOf(provider: ProviderFacts): ProviderDifferences | null {
  const { agent, model, effort } = provider;
  const otherAgent = agent.selected !== agent.original;
  const otherModel = model.selected !== model.original || otherAgent;
  if (!otherModel && effort.selected === effort.original) return null;
  const [from, to] = [agent.original ?? 'no agent', agent.selected ?? 'no agent'];
  return {
    original: { agent: agent.original, model: model.original, effort: effort.original },
    selected: {
      agent: agent.selected,
      model: model.selected,
      effort: effort.selected,
    },
    adapter: otherAgent ? `the conversation is written anew for ${to}` : 'the same agent goes on',
    tools: otherAgent
      ? `${to} has its own tools; what ${from} could call may be missing or named differently`
      : 'the same tools',
    effort: effortWords(provider),
    dataHandling: otherAgent
      ? `the conversation, as kept and redacted, goes to ${sentTo(agent.selected)}; so far it went to ${sentTo(agent.original)}`
      : `another model, or another effort, gets the conversation; it goes where it went before: ${sentTo(agent.selected)}`,
    network: `loom itself sends nothing; ${to} connects to ${sentTo(agent.selected)}`,
    notReproduced: notReproduced(otherAgent, otherModel),
    reinspect: [
      'the files that the session edited',
      'instructions that only the old agent read',
      ...(otherAgent ? [`permissions and servers in the settings of ${to}`] : []),
    ],
  };
}
