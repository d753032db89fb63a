import type { TokenTotals, Usage } from '../../domain/conversation.ts';
import { countField, type JsonObject, objectField } from '../../kernel/json-fields.ts';

/** Token figures; `input` contains the cached tokens, `output` the reasoning. The format tells of no writes to a cache. */
function readFigures(figures: JsonObject): Usage {
  return {
    input: countField(figures, 'input_tokens') ?? 0,
    output: countField(figures, 'output_tokens') ?? 0,
    cacheRead: countField(figures, 'cached_input_tokens') ?? 0,
    cacheWrite: 0,
  };
}

/** The running total of a token count, and the request it was counted after; undefined where the record carries none. */
export function readTokenCount(
  payload: JsonObject,
): { readonly total: Usage; readonly last: Usage | undefined } | undefined {
  const info = objectField(payload, 'info');
  const total = objectField(info, 'total_token_usage');
  const last = objectField(info, 'last_token_usage');
  if (total === undefined) return undefined;
  return { total: readFigures(total), last: last === undefined ? undefined : readFigures(last) };
}

/** Totals of a session from the last running total. */
export function toTokenTotals(total: Usage | undefined): TokenTotals {
  return {
    input: total?.input ?? null,
    output: total?.output ?? null,
    cacheRead: total?.cacheRead ?? null,
    cacheWrite: null,
    inputIncludesCache: true,
  };
}
