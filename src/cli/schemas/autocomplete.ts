import * as z from 'zod';

const shell = z.enum(['bash', 'zsh', 'fish']);

/** The script, or what installing it changed. */
export const autocompleteSchema = z.union([
  z.object({ shell, script: z.string() }),
  z.object({
    shell,
    action: z.enum(['install', 'uninstall']),
    result: z.enum(['written', 'planned', 'unchanged']),
    changes: z.array(
      z.object({
        path: z.string(),
        action: z.enum(['create', 'change', 'remove']),
        diff: z.string().describe('Redacted.'),
      }),
    ),
  }),
]);
