import * as z from 'zod';

/** Sessions as the terminal face lists them. */
export const uiListSchema = z.array(
  z.object({
    id: z.string(),
    shortId: z.string(),
    title: z.string(),
    agent: z.string(),
    project: z.string(),
    at: z.string(),
    prompts: z.int().nonnegative().nullable(),
    pinned: z.boolean(),
    archived: z.boolean(),
    deleted: z.boolean(),
    active: z.boolean(),
    kind: z.string().describe('How it came from another session; empty for none.'),
    snippet: z.string().optional().describe('What the words were found in.'),
  }),
);
