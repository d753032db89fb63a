import * as z from 'zod';

const projectName = z.object({ id: z.string(), name: z.string(), path: z.string() });

const projectView = projectName.extend({
  sessions: z.int().describe('Sessions that started there or touched it.'),
  places: z.int(),
  firstAt: z.string(),
  lastAt: z.string(),
  unconfirmed: z.boolean(),
  maybe: z.array(projectName).describe('Projects that an unconfirmed one may be the same as.'),
});

const place = z.object({
  path: z.string(),
  worktree: z.string().nullable(),
  branch: z.string().nullable(),
  origin: z.string().nullable(),
  rootCommits: z.array(z.string()),
  gitDir: z.string().nullable().describe('dev:ino of the git common directory.'),
  linked: z.boolean(),
  missing: z.boolean(),
});

/** `loom project list --json`. */
export const projectList = z.array(projectView);

/** `loom project show --json`. */
export const projectDetails = projectView.extend({ places: z.array(place), merged: z.array(projectName) });

/** `loom project link | merge --json`. */
export const projectChange = z.object({
  dryRun: z.boolean(),
  result: z.enum(['changed', 'nothing']),
  because: z.string().optional(),
  project: projectName,
  joined: projectName.nullable(),
  event: z.string().nullable(),
});

const grant = z.object({
  id: z.string(),
  from: projectName.describe('The project that may be read.'),
  to: z.union([projectName, z.literal('all')]).describe('Where it may be read.'),
  at: z.string(),
  until: z.string().nullable(),
  reason: z.string().nullable(),
});

/** `loom project grant | revoke --json`. */
export const grantAnswer = z.object({
  result: z.enum(['changed', 'nothing']),
  grants: z.array(grant).describe('The grants concerned; of `grant` without a project, all that hold.'),
});
