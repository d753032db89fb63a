import type { TokenTotals } from '../../domain/conversation.ts';
import { asObject, countField, type JsonObject, objectField } from '../../kernel/json-fields.ts';
import { readCopilotRecord } from './copilot-record.ts';

type Figure = 'inputTokens' | 'outputTokens' | 'cacheReadTokens' | 'cacheWriteTokens';

/** The figures that the agent wrote down per model when the session was left; the last ones count. */
export function shutdownTotals(record: JsonObject): TokenTotals | undefined {
  const what = readCopilotRecord(record);
  if (what.kind !== 'event' || what.event.type !== 'session.shutdown') return undefined;
  const metrics: readonly unknown[] = Object.values(objectField(what.event.data, 'modelMetrics') ?? {});
  const usages = metrics.map((metric) => objectField(asObject(metric), 'usage')).filter((usage) => usage !== undefined);
  if (usages.length === 0) return undefined;
  const sum = (name: Figure): number => usages.reduce((total, usage) => total + (countField(usage, name) ?? 0), 0);
  return {
    input: sum('inputTokens'),
    output: sum('outputTokens'),
    cacheRead: sum('cacheReadTokens'),
    cacheWrite: sum('cacheWriteTokens'),
    inputIncludesCache: true,
  };
}

/** Output is what the answers themselves name, also of a session that was never left properly; all else only its end tells. */
export function joinTokens(sum: TokenTotals, totals: TokenTotals | undefined): TokenTotals {
  const rest = totals ?? { input: null, cacheRead: null, cacheWrite: null };
  return { ...rest, output: sum.output ?? 0, inputIncludesCache: true };
}
