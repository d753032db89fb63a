import type { SettingsChange } from '../../app/ports/agent-settings.ts';
import { safeBlock, safeLine } from '../safe-text.ts';

/** A change with what differs, redacted. */
export type ShownChange = Omit<SettingsChange, 'shown'> & { readonly diff: string };

/** What was done, or would be. */
export interface ShownInit {
  readonly action: 'install' | 'uninstall';
  readonly scope: 'user' | 'project';
  readonly program: string | null;
  readonly result: 'written' | 'planned' | 'unchanged' | 'refused';
  readonly agents: readonly string[];
  readonly changes: readonly ShownChange[];
  readonly notes: readonly string[];
}

const PLANNED: Readonly<Record<SettingsChange['action'], string>> = {
  create: 'to be made',
  change: 'to be changed',
  delete: 'to be removed',
  none: 'as it should be',
  refused: 'left as it is',
};

const DONE: Readonly<Record<SettingsChange['action'], string>> = {
  ...PLANNED,
  create: 'made',
  change: 'changed',
  delete: 'removed',
};

function headLine({ agent, path, action, refusal }: ShownChange, words: typeof PLANNED): string {
  const why = refusal === undefined ? '' : `: ${refusal.message}`;
  return safeLine(`${agent ?? 'git'}: ${path}: ${words[action]}${why}`);
}

/** What would be changed, file by file, each with its difference. */
export function renderInitPlan(changes: readonly ShownChange[]): string {
  return changes.map((change) => `${headLine(change, PLANNED)}\n${safeBlock(change.diff)}`).join('');
}

/** The answer of `loom init` for people. */
export function renderInit(shown: ShownInit): string {
  if (shown.result === 'planned') return renderInitPlan(shown.changes);
  const lines = shown.changes.map((change) => headLine(change, DONE));
  return `${(lines.length === 0 ? ['nothing to do'] : lines).join('\n')}\n`;
}
