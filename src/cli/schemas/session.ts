import * as z from 'zod';

const count = z.int().nonnegative();
const maybeCount = count.nullable().describe('Null where the format does not carry the figure.');

const tokens = z.object({
  input: maybeCount,
  output: maybeCount,
  cacheRead: maybeCount,
  cacheWrite: maybeCount,
  inputIncludesCache: z.boolean(),
});

/** One session, as every command prints it. */
export const sessionView = z.object({
  id: z.string(),
  shortId: z.string(),
  nativeId: z.string(),
  agent: z.string(),
  title: z.string().nullable(),
  titleSource: z.enum(['person', 'custom', 'ai', 'summary', 'prompt']).nullable(),
  project: z.object({ id: z.string(), name: z.string(), path: z.string() }).nullable(),
  cwd: z.string().nullable(),
  branch: z.string().nullable(),
  models: z.array(z.string()),
  mode: z.string().nullable(),
  effort: z.string().nullable(),
  startedAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  status: z.enum(['active', 'closed']),
  archived: z.boolean(),
  pinned: z.boolean(),
  deleted: z.boolean(),
  purged: z.boolean(),
  headless: z.boolean(),
  counts: z.object({
    prompts: count,
    answers: count,
    toolCalls: count,
    toolErrors: maybeCount,
    errors: maybeCount,
    compactions: maybeCount,
    sidechain: maybeCount,
    inherited: count.describe('Prompts replayed from a parent; totals over sessions subtract them.'),
    children: count,
  }),
  tokens,
  sortAt: z.string().describe('Plausible last activity; lists sort by it.'),
  timeSuspect: z.boolean(),
  parent: z.object({ id: z.string(), kind: z.string(), deleted: z.boolean() }).nullable(),
  forkedAt: z.string().nullable(),
  ancestors: z.array(z.string()),
  worktree: z.string().nullable(),
  worktreeRemoved: z.boolean().describe('The worktree is gone now, as this machine sees it.'),
  trust: z.enum(['person', 'agent', 'untrusted']),
  retention: z.string(),
  sourcePath: z.string().nullable(),
});

/** `loom sessions list --json`. */
export const sessionListSchema = z.array(sessionView);

const turn = z.object({
  id: z.string(),
  at: z.string().nullable(),
  prompt: z.string().nullable(),
  answer: z.string().nullable(),
  toolCalls: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.enum(['ok', 'error', 'interrupted']),
      paths: z.array(z.string()),
      about: z.string().nullable(),
    }),
  ),
  notices: z.array(z.object({ id: z.string(), kind: z.string(), text: z.string() })),
  messageIds: z.array(z.string()),
  captured: z.boolean().optional().describe('Recorded live; the transcript, if one is kept, lacks it.'),
});

/** `loom sessions show --json`. */
export const sessionDetailsSchema = sessionView.extend({
  turns: z.array(turn),
  messages: z.array(
    z.object({ id: z.string(), kind: z.string(), role: z.string(), at: z.string().nullable(), text: z.string() }),
  ),
  tools: z.record(z.string(), count),
  compactions: z.array(z.looseObject({ id: z.string(), at: z.string().nullable() })),
  branches: z.array(z.looseObject({ leaf: z.string(), active: z.boolean(), messages: count })),
  files: z.array(z.object({ path: z.string(), reads: count, edits: count })),
  cwds: z.array(z.string()),
  children: z.array(sessionView),
  repairs: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  summaries: z.array(
    z.looseObject({ event: z.string(), at: z.string(), method: z.string(), through: z.string(), turns: z.int() }),
  ),
  redactions: z.record(z.string(), count),
  import: z
    .looseObject({ source: z.looseObject({ path: z.string() }), tally: z.looseObject({}), sourceMissing: z.boolean() })
    .nullable(),
  plan: z.null(),
  grant: z.null(),
});

/** `loom sessions record --json`. */
export const recordedSchema = z.object({ id: z.string(), event: z.string(), type: z.string() });
