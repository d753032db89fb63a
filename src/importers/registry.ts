import type { Importer } from '../app/ports/importer.ts';
import type { AgentName } from '../events/agents.ts';
import { claudeCodeImporter } from './claude-code/claude-code-importer.ts';

/** Every importer, one per agent. */
export const IMPORTERS: readonly Importer[] = [claudeCodeImporter];

/** The importer of an agent, or `undefined` when loom has none for it. */
export function importerFor(agent: AgentName): Importer | undefined {
  return IMPORTERS.find((importer) => importer.agent === agent);
}
