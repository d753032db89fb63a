import * as z from 'zod';
import { sessionView } from './session.ts';

const count = z.int().nonnegative();

/** `loom status --json`. */
export const statusSchema = z.object({
  store: z.object({ path: z.string(), id: z.string() }),
  sessions: count,
  archived: count,
  deleted: count,
  project: z.object({ id: z.string(), name: z.string(), sessions: count }).nullable(),
  last: z.array(sessionView),
  pendingProposals: count,
  digestEdited: z.boolean().describe('The page of the digest was edited, and nobody adopted that.'),
  ambiguousProjects: z.array(z.object({ project: z.string(), candidates: z.array(z.string()) })),
  agents: z.array(
    z.object({
      agent: z.string(),
      places: z.array(z.string()),
      files: count,
      bytes: count,
      notKept: count,
      expiring: count.describe('Files not kept that the agent will delete within a week.'),
      unread: count.describe('Folders and files that could not be looked at.'),
      retentionDays: z.number().nullable(),
    }),
  ),
  hooks: z.array(
    z.object({
      agent: z.string(),
      scope: z.enum(['user', 'project']),
      path: z.string(),
      events: z.array(z.string()),
      program: z.string(),
      isRunnable: z.boolean(),
      isDisabled: z.boolean().describe('The agent turns all hooks off.'),
    }),
  ),
});
