import type { AgentName } from '../events/agents.ts';

/** What a resume asks of an agent. */
export interface AgentWish {
  readonly nativeId: string;
  readonly model?: string;
  readonly effort?: string;
}

/** How an agent goes on with one of its own sessions: its program, and the words after it. */
export interface AgentCommand {
  readonly program: string;
  readonly resume: (wish: AgentWish) => readonly string[];
}

function flagged(flag: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [flag, value];
}

/**
 * The agents that can be told on a command line to go on with a session by its id. Others keep their sessions behind their
 * own windows: for them the context is printed.
 */
export const AGENT_COMMANDS: Readonly<Partial<Record<AgentName, AgentCommand>>> = {
  'claude-code': {
    program: 'claude',
    resume: ({ nativeId, model, effort }) => [
      '--resume',
      nativeId,
      ...flagged('--model', model),
      ...flagged('--effort', effort),
    ],
  },
  codex: {
    program: 'codex',
    resume: ({ nativeId, model, effort }) => [
      'resume',
      nativeId,
      ...flagged('--model', model),
      ...(effort === undefined ? [] : ['--config', `model_reasoning_effort=${effort}`]),
    ],
  },
  gemini: {
    program: 'gemini',
    resume: ({ nativeId, model }) => ['--resume', nativeId, ...flagged('--model', model)],
  },
  qwen: {
    program: 'qwen',
    resume: ({ nativeId, model }) => ['--resume', nativeId, ...flagged('--model', model)],
  },
  opencode: {
    program: 'opencode',
    resume: ({ nativeId, model }) => ['--session', nativeId, ...flagged('--model', model)],
  },
  goose: {
    program: 'goose',
    resume: ({ nativeId }) => ['session', '--resume', '--session-id', nativeId],
  },
  pi: { program: 'pi', resume: ({ nativeId, model }) => ['--session', nativeId, ...flagged('--model', model)] },
  omp: { program: 'omp', resume: ({ nativeId, model }) => ['--session', nativeId, ...flagged('--model', model)] },
  'copilot-cli': {
    program: 'copilot',
    resume: ({ nativeId, model }) => ['--resume', nativeId, ...flagged('--model', model)],
  },
  cursor: {
    program: 'cursor-agent',
    resume: ({ nativeId, model }) => ['--resume', nativeId, ...flagged('--model', model)],
  },
};
