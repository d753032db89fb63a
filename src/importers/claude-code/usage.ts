import type { Usage } from '../../domain/conversation.ts';
import { type JsonObject, numberField } from '../../kernel/json-fields.ts';

/** Token figures of an API message, as the agent counts them; `input` leaves cached tokens out. */
export function readUsage(usage: JsonObject): Usage {
  return {
    input: numberField(usage, 'input_tokens') ?? 0,
    output: numberField(usage, 'output_tokens') ?? 0,
    cacheRead: numberField(usage, 'cache_read_input_tokens') ?? 0,
    cacheWrite: numberField(usage, 'cache_creation_input_tokens') ?? 0,
  };
}
