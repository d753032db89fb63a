import * as z from 'zod';

const count = z.int().nonnegative();
const touched = z.object({ reads: count, edits: count });

const side = z.object({
  id: z.string(),
  shortId: z.string(),
  agent: z.string(),
  title: z.string().nullable(),
  goal: z.string().nullable().describe('The first thing that was asked for after the fork point.'),
  prompts: z.array(z.object({ id: z.string(), at: z.string().nullable(), text: z.string() })),
  counts: z.object({ prompts: count, answers: count, toolCalls: count }),
  tools: z.record(z.string(), z.object({ ok: count, error: count, interrupted: count })),
  checks: z.array(
    z.object({
      command: z.string(),
      kind: z.string(),
      status: z.enum(['ok', 'error', 'interrupted']),
      runs: count,
      detail: z.string().nullable(),
    }),
  ),
  commits: z.array(z.string()),
  tokens: z.object({ input: count, output: count, cacheRead: count, cacheWrite: count }),
  models: z.array(z.string()),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  durationMs: z.number().nullable(),
});

/** `loom sessions compare --json`. */
export const comparisonSchema = z.object({
  ancestor: z.string().nullable().describe('The nearest session that both come from.'),
  forkPoint: z.object({ at: z.string(), turn: count }).nullable(),
  a: side,
  b: side,
  paths: z.array(z.object({ path: z.string(), in: z.enum(['a', 'b', 'both']), a: touched, b: touched })),
  morePaths: count,
});
