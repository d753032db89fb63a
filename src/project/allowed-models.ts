import { join } from 'node:path';
import type { AgentName } from '../events/agents.ts';
import { readPolicyText } from './read-policy-file.ts';
import type { Env } from './run-git.ts';

const MOST_BYTES = 1024 * 1024;

function listAt(text: string, name: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    const list = (value as Readonly<Record<string, unknown>>)[name];
    return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : undefined;
  } catch {
    return undefined;
  }
}

/** The models that the person's own settings of an agent allow; undefined where they allow any, or do not say. */
export function allowedModels(agent: AgentName, env: Env): readonly string[] | undefined {
  const home = env['HOME'] || env['USERPROFILE'];
  const folder = env['CLAUDE_CONFIG_DIR'] || (home ? join(home, '.claude') : undefined);
  if (agent !== 'claude-code' || folder === undefined) return undefined;
  const read = readPolicyText(join(folder, 'settings.json'), { limit: MOST_BYTES });
  return read.state === 'file' ? listAt(read.text, 'availableModels') : undefined;
}
