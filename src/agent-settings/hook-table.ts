import type { AgentName } from '../events/agents.ts';

/** One hook of an agent: its event, and the members of its entry, in which the command is put in. */
interface AgentHook {
  readonly event: string;
  readonly matcher?: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Only with `--with-permissions`: the agent waits for it before a tool call. */
  readonly isGate?: true;
}

/** How an agent's file of settings names its hooks. */
export interface HookTable {
  readonly agent: AgentName;
  /** The word after `loom hook`. */
  readonly word: string;
  /** `grouped`: an event has groups with a matcher and their hooks; `flat`: an event has its hooks. */
  readonly shape: 'grouped' | 'flat';
  readonly commandKey: 'command' | 'bash';
  /** Members that the file itself must have. */
  readonly head: Readonly<Record<string, unknown>>;
  readonly hooks: readonly AgentHook[];
  /** The switch, a member of the file, that turns hooks off. */
  readonly offSwitch?: string;
}

// Seconds. The start of a session may wait for the digest, the end of one has little time; an async hook delays nothing.
const waits = { type: 'command', command: '', timeout: 5 };
const behind = { type: 'command', command: '', timeout: 10, async: true };

const CLAUDE_CODE: HookTable = {
  agent: 'claude-code',
  word: 'claude-code',
  shape: 'grouped',
  commandKey: 'command',
  head: {},
  offSwitch: 'disableAllHooks',
  hooks: [
    { event: 'SessionStart', fields: waits },
    { event: 'UserPromptSubmit', fields: waits },
    { event: 'PreToolUse', matcher: '*', fields: waits, isGate: true },
    { event: 'PermissionDenied', matcher: '*', fields: waits, isGate: true },
    { event: 'PostToolUse', matcher: '*', fields: behind },
    { event: 'PostToolUseFailure', matcher: '*', fields: behind },
    { event: 'PreCompact', fields: waits },
    { event: 'PostCompact', fields: waits },
    { event: 'Stop', fields: behind },
    { event: 'SubagentStop', fields: behind },
    { event: 'SessionEnd', fields: waits },
  ],
};

// Seconds; the last two are cut off by Codex after three.
const CODEX: HookTable = {
  agent: 'codex',
  word: 'codex',
  shape: 'grouped',
  commandKey: 'command',
  head: {},
  hooks: [
    { event: 'SessionStart', fields: waits },
    { event: 'UserPromptSubmit', fields: waits },
    { event: 'PreToolUse', fields: waits, isGate: true },
    { event: 'PostToolUse', fields: waits },
    { event: 'PreCompact', fields: waits },
    { event: 'PostCompact', fields: waits },
    { event: 'Stop', fields: waits },
    { event: 'SubagentStop', fields: waits },
    { event: 'Interrupt', fields: { type: 'command', command: '', timeout: 3 } },
    { event: 'SessionEnd', fields: { type: 'command', command: '', timeout: 3 } },
  ],
};

// Milliseconds.
const gemini = { name: 'loom', type: 'command', command: '', timeout: 5000 };

const GEMINI: HookTable = {
  agent: 'gemini',
  word: 'gemini',
  shape: 'grouped',
  commandKey: 'command',
  head: {},
  hooks: [
    { event: 'SessionStart', matcher: '*', fields: gemini },
    { event: 'BeforeAgent', matcher: '*', fields: gemini },
    { event: 'BeforeTool', matcher: '*', fields: gemini, isGate: true },
    { event: 'AfterTool', matcher: '*', fields: gemini },
    { event: 'AfterAgent', matcher: '*', fields: gemini },
    { event: 'PreCompress', matcher: '*', fields: gemini },
    { event: 'SessionEnd', matcher: '*', fields: gemini },
  ],
};

/** Payloads of older versions do not name their event: the environment does. */
function copilotHook(event: string): AgentHook {
  return { event, fields: { type: 'command', bash: '', timeoutSec: 5, env: { LOOM_HOOK_EVENT: event } } };
}

const COPILOT_CLI: HookTable = {
  agent: 'copilot-cli',
  word: 'copilot-cli',
  shape: 'flat',
  commandKey: 'bash',
  head: { version: 1 },
  offSwitch: 'disableAllHooks',
  hooks: ['sessionStart', 'userPromptSubmitted', 'postToolUse', 'errorOccurred', 'preCompact', 'sessionEnd'].map(
    copilotHook,
  ),
};

const CURSOR: HookTable = {
  agent: 'cursor',
  word: 'cursor',
  shape: 'flat',
  commandKey: 'command',
  head: { version: 1 },
  hooks: [
    'sessionStart',
    'beforeSubmitPrompt',
    'postToolUse',
    'postToolUseFailure',
    'preCompact',
    'stop',
    'sessionEnd',
  ].map((event) => ({ event, fields: { command: '', timeout: 5 } })),
};

/** Agents whose hooks stand in a JSON file. */
export const HOOK_TABLES = { CLAUDE_CODE, CODEX, GEMINI, COPILOT_CLI, CURSOR };
