import type { Usage } from '../../domain/conversation.ts';
import { type JsonObject, numberField, objectField } from '../../kernel/json-fields.ts';

/** Token figures of an answer, as the agent counts them; `input` leaves cached tokens out. */
export function readUsage(message: JsonObject): Usage | undefined {
  const usage = objectField(message, 'usage');
  if (usage === undefined) return undefined;
  return {
    input: numberField(usage, 'input') ?? 0,
    output: numberField(usage, 'output') ?? 0,
    cacheRead: numberField(usage, 'cacheRead') ?? 0,
    cacheWrite: numberField(usage, 'cacheWrite') ?? 0,
  };
}
