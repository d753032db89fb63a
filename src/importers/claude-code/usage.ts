import type { Usage } from '../../domain/conversation.ts';
import { countField, type JsonObject } from '../../kernel/json-fields.ts';

/** Token figures of an API message, as the agent counts them; `input` leaves cached tokens out. */
export function readUsage(usage: JsonObject): Usage {
  return {
    input: countField(usage, 'input_tokens') ?? 0,
    output: countField(usage, 'output_tokens') ?? 0,
    cacheRead: countField(usage, 'cache_read_input_tokens') ?? 0,
    cacheWrite: countField(usage, 'cache_creation_input_tokens') ?? 0,
  };
}
