import * as z from 'zod';

/** What every command answers with `--json` when it fails. */
export const errorAnswer = z.object({
  error: z.object({
    kind: z
      .enum([
        'bug',
        'usage',
        'problem',
        'not-found',
        'busy',
        'refused',
        'storage',
        'unsafe',
        'newer-format',
        'answer-not-written',
      ])
      .describe('Decides the exit code.'),
    code: z.string().describe('Stable name of the error.'),
    message: z.string(),
    hints: z.array(z.string()).describe('What to do next; commands run as printed.'),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});
