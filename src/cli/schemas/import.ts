import * as z from 'zod';

const count = z.int().nonnegative();
const counts = z.record(z.string(), count);

const sessions = z.object({ added: count, updated: count, unchanged: count, skipped: count, failed: count });

/** `loom import --json`. */
export const importSchema = z.object({
  agent: z.string().nullable(),
  dryRun: z.boolean(),
  files: count,
  bytes: count,
  sessions,
  records: z.object({ read: count, kept: count, skipped: count, malformed: count, recovered: count, unknown: count }),
  skippedTypes: counts,
  redactions: counts.describe('Masked secrets by rule.'),
  changed: z.array(z.string()).describe('Session ids that were added or updated.'),
  problems: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
  warnings: z.array(z.string()),
  claims: z
    .object({ read: count, proposed: count, known: count, refused: count, unplaced: count })
    .optional()
    .describe('What the agents themselves remember, as proposals; only where one keeps something.'),
  searched: z.array(z.string()),
  agents: z
    .array(z.object({ agent: z.string(), files: count, bytes: count, sessions }))
    .optional()
    .describe('Each agent with files by itself, where several were asked for.'),
});
