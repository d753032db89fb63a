import * as z from 'zod';

const count = z.int().nonnegative();

/** `loom sessions timeline --json`. */
export const timelineSchema = z.array(
  z.object({
    id: z.string().nullable().describe('Null for an event that follows from kept records.'),
    type: z.string(),
    at: z.string().nullable(),
    source: z.enum(['journal', 'derived']),
    by: z.looseObject({ kind: z.string() }).nullable(),
    trust: z.enum(['person', 'agent', 'untrusted']),
    data: z.looseObject({}),
    messageId: z.string().nullable(),
  }),
);

/** `loom sessions prompts --json`. */
export const promptsSchema = z.array(
  z.looseObject({
    session: z.string(),
    shortId: z.string(),
    turn: count,
    id: z.string(),
    at: z.string().nullable(),
    prompt: z.string(),
  }),
);

/** `loom journal tail --json`: events as they stand in the journal, or what is said of a damaged place. */
export const tailSchema = z.array(
  z.union([
    z.looseObject({ id: z.string().nullable(), stream: z.string(), type: z.string(), data: z.unknown() }),
    z.object({ damage: z.string(), segment: count, offset: count, detail: z.string() }),
  ]),
);

/** `loom index status | rebuild --json`. */
export const indexSchema = z.looseObject({
  kind: z.enum(['file', 'memory']),
  path: z.string().nullable(),
  bytes: count,
  sessions: count,
  built: z.enum(['reused', 'caught-up', 'rebuilt']),
  reason: z.string().nullable(),
  behind: count.describe('Bytes of the journal that are not folded yet.'),
  search: z
    .looseObject({ path: z.string(), bytes: count, documents: count, behind: count })
    .nullable()
    .describe('The index of searches; null until the first search makes it.'),
});

/** `loom index drop --json`. */
export const droppedSchema = z.object({ dropped: z.boolean() });

/** `loom demo --json`. */
export const demoSchema = z.object({
  steps: z.array(z.object({ says: z.string(), command: z.string(), output: z.string(), exit: count })),
  found: z.array(z.object({ agent: z.string(), files: count, notKept: count })),
});

/** `loom schema --json`: a JSON Schema. */
export const schemaSchema = z.looseObject({});
