import * as z from 'zod';

/** `loom init --json`. */
export const initSchema = z.object({
  action: z.enum(['install', 'uninstall']),
  scope: z.enum(['user', 'project']),
  program: z.string().nullable().describe('What agents run; null when hooks are taken out.'),
  result: z.enum(['written', 'planned', 'unchanged', 'refused']).describe('refused: nothing but refusals.'),
  agents: z.array(z.string()),
  changes: z.array(
    z.object({
      agent: z.string().nullable().describe('Null for files of git.'),
      parts: z.array(z.enum(['hooks', 'servers', 'plugin', 'notify', 'git'])),
      path: z.string(),
      action: z.enum(['create', 'change', 'delete', 'none', 'refused']),
      refusal: z.object({ code: z.string(), message: z.string() }).optional(),
      diff: z.string().describe('Redacted; strings that do not change are hidden.'),
      notes: z.array(z.string()),
    }),
  ),
  notes: z.array(z.string()),
});
