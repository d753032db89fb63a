import type { Usage } from '../../domain/conversation.ts';
import { countField, type JsonObject, objectField } from '../../kernel/json-fields.ts';

/** Token figures of an answer, as the agent counts them; `input` leaves cached tokens out. */
export function readUsage(message: JsonObject): Usage | undefined {
  const usage = objectField(message, 'usage');
  if (usage === undefined) return undefined;
  return {
    input: countField(usage, 'input') ?? 0,
    output: countField(usage, 'output') ?? 0,
    cacheRead: countField(usage, 'cacheRead') ?? 0,
    cacheWrite: countField(usage, 'cacheWrite') ?? 0,
  };
}
