import * as z from 'zod';

const count = z.int().nonnegative();

const edit = z.object({
  kind: z.enum(['added', 'changed', 'moved', 'removed', 'kept']),
  line: count.nullable(),
  id: z.string().nullable(),
  text: z.string(),
  to: z.string().nullable().describe('Section that it stands in now.'),
  why: z.enum(['no-claim', 'not-whole', 'recently']).nullable().describe('Why it cannot become memory.'),
});

const rendered = z.object({
  project: z.string().nullable(),
  path: z.string().nullable().describe('The page in the store.'),
  result: z.enum(['written', 'unchanged', 'edited', 'planned']),
  tokens: count.describe('Estimated.'),
  memories: z.array(z.string()),
  sessions: z.array(z.string()),
  omitted: count.describe('Records that did not fit.'),
  document: z.string(),
  edits: z.array(edit),
  diff: z.string().optional(),
  adopted: z
    .array(edit.extend({ result: z.enum(['adopted', 'refused', 'left']), because: z.string().nullable() }))
    .optional(),
});

const block = z.object({
  project: z.string().nullable(),
  path: z.string(),
  isNew: z.boolean(),
  diff: z.string(),
  tokens: count,
  omitted: count,
  result: z.enum(['written', 'unchanged', 'planned']),
});

/** `loom memory digest --json`: the page, or the block of the file that `--write` names. */
export const digestSchema = z.union([rendered, block]);
