import type { HookAgent } from '../app/ports/hook-agent.ts';

/** Words of `loom hook WORD`, each with its reader, loaded alone: a hook call pays for one agent. */
const LOAD: Readonly<Record<string, () => Promise<HookAgent>>> = {
  'claude-code': () => import('./claude-code-hook.ts').then((module) => module.claudeCodeHook),
  claude: () => import('./claude-code-hook.ts').then((module) => module.claudeCodeHook),
  codex: () => import('./codex-hook.ts').then((module) => module.codexHook),
  'codex-notify': () => import('./codex-hook.ts').then((module) => module.codexHook),
  gemini: () => import('./gemini-hook.ts').then((module) => module.geminiHook),
  'copilot-cli': () => import('./copilot-cli-hook.ts').then((module) => module.copilotCliHook),
  copilot: () => import('./copilot-cli-hook.ts').then((module) => module.copilotCliHook),
  cursor: () => import('./cursor-hook.ts').then((module) => module.cursorHook),
  opencode: () => import('./plugin-hook.ts').then((module) => module.opencodeHook),
  pi: () => import('./plugin-hook.ts').then((module) => module.piHook),
};

/** The hooks of an agent; `undefined` for a word that names none. */
export async function loadHookAgent(word: string): Promise<HookAgent | undefined> {
  return Object.hasOwn(LOAD, word) ? LOAD[word]?.() : undefined;
}
