// Made by scripts/importers.mjs from the folders beside this file; do not edit.
import type { Importer } from '../app/ports/importer.ts';
import type { AgentName } from '../events/agents.ts';
import { aiderImporter } from './aider/aider-importer.ts';
import { cagentImporter } from './cagent/cagent-importer.ts';
import { claudeCodeImporter } from './claude-code/claude-code-importer.ts';
import { clineImporter } from './cline/cline-importer.ts';
import { codexImporter } from './codex/codex-importer.ts';
import { copilotCliImporter } from './copilot-cli/copilot-cli-importer.ts';
import { ctxImporter } from './ctx/ctx-importer.ts';
import { cursorImporter } from './cursor/cursor-importer.ts';
import { geminiImporter } from './gemini/gemini-importer.ts';
import { gooseImporter } from './goose/goose-importer.ts';
import { intentloomImporter } from './intentloom/intentloom-importer.ts';
import { levelcodeImporter } from './levelcode/levelcode-importer.ts';
import { miniMeImporter } from './mini-me/mini-me-importer.ts';
import { opencodeImporter } from './opencode/opencode-importer.ts';
import { gjcImporter } from './pi/gjc-importer.ts';
import { ompImporter } from './pi/omp-importer.ts';
import { piImporter } from './pi/pi-importer.ts';
import { qwenImporter } from './qwen/qwen-importer.ts';
import { specstoryImporter } from './specstory/specstory-importer.ts';
import { vscodeImporter } from './vscode/vscode-importer.ts';
import { zedImporter } from './zed/zed-importer.ts';

/** One importer per agent. In the bundle each is loaded when it is asked for. */
const LOADERS: Partial<Record<AgentName, () => Importer>> = {
  'claude-code': () => claudeCodeImporter,
  codex: () => codexImporter,
  gemini: () => geminiImporter,
  opencode: () => opencodeImporter,
  goose: () => gooseImporter,
  pi: () => piImporter,
  omp: () => ompImporter,
  gjc: () => gjcImporter,
  'copilot-cli': () => copilotCliImporter,
  vscode: () => vscodeImporter,
  cursor: () => cursorImporter,
  zed: () => zedImporter,
  cagent: () => cagentImporter,
  qwen: () => qwenImporter,
  levelcode: () => levelcodeImporter,
  'mini-me': () => miniMeImporter,
  intentloom: () => intentloomImporter,
  specstory: () => specstoryImporter,
  aider: () => aiderImporter,
  cline: () => clineImporter,
  ctx: () => ctxImporter,
};

/** The importer of an agent, or `undefined` when loom has none for it. */
export function importerFor(agent: AgentName): Importer | undefined {
  return Object.hasOwn(LOADERS, agent) ? LOADERS[agent]?.() : undefined;
}

/** Every importer. */
export function allImporters(): readonly Importer[] {
  return Object.values(LOADERS).map((load) => load());
}
