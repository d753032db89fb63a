import * as z from 'zod';

const count = z.int().nonnegative();

/** `loom sessions fork --json`. */
export const forkSchema = z.object({
  id: z.string(),
  nativeId: z.string(),
  agent: z.string(),
  parent: z.string(),
  kind: z.enum(['fork', 'continuation']),
  records: count.describe('Records that the fork holds from the start.'),
  path: z.string().nullable().describe('The session file that was written for the agent.'),
  cwd: z.string(),
  cwdSubstituted: z.boolean(),
  memories: z.array(z.string()).describe('Accepted memory records that the fork refers to.'),
  changes: z.array(z.object({ code: z.string(), count })).describe('What the fork lacks, or has otherwise.'),
  dryRun: z.boolean(),
  forkedAt: z.string().nullable().describe('The last message that both share.'),
  turn: count,
  turns: count.describe('Turns of the parent.'),
  moved: z.boolean().describe('The end was moved so that tool calls keep their results.'),
  approvals: z.array(z.never()),
  next: z.object({ command: z.string(), cwd: z.string() }).nullable(),
});
