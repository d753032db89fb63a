import * as z from 'zod';

const count = z.int().nonnegative();

/** What was drawn out of one session. */
export const extraction = z.object({
  session: z.string(),
  summary: z.enum(['summarised', 'unchanged', 'nothing', 'refused', 'planned']),
  claims: count.describe('Candidates found, by rules and by the extractor.'),
  extractor: z
    .object({ claims: count, problem: z.string().nullable().describe('Why nothing of its answer was taken.') })
    .nullable()
    .describe('Null where no program was asked.'),
  planned: count.describe('Proposals that were made, or would be.'),
  proposed: z.array(z.object({ id: z.string(), kind: z.string(), text: z.string(), instructionShaped: z.boolean() })),
  observed: count.describe('Claims that known records make; noted there.'),
  known: count,
  refused: z.array(z.string()),
  nowhere: z.boolean().describe('The session is of no project.'),
});

/** `loom memory extract --json`. */
export const extractedSchema = z.object({ dryRun: z.boolean(), planned: count, sessions: z.array(extraction) });
