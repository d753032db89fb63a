import * as z from 'zod';

const count = z.int().nonnegative();

const line = z.object({
  text: z.string(),
  by: z.enum(['person', 'agent']),
  turn: count,
  messageIds: z.array(z.string()),
});

/** What came of a session, by rules. */
const outcome = z.looseObject({
  turns: count,
  messages: count,
  through: z.string().nullable(),
  goal: line.nullable(),
  asked: z.array(line),
  decisions: z.array(line),
  rejected: z.array(line),
  paths: z.array(
    z.object({ path: z.string(), reads: count, edits: count, turn: count, messageIds: z.array(z.string()) }),
  ),
  commands: z.array(
    z.object({
      command: z.string(),
      kind: z.enum(['test', 'build', 'check', 'commit', 'other']),
      status: z.enum(['ok', 'error', 'interrupted']),
      runs: count,
      detail: z.string().nullable(),
      turn: count,
      messageIds: z.array(z.string()),
    }),
  ),
  open: z.array(line),
  last: line.nullable(),
});

/** `loom sessions compact --json`. */
export const compactSchema = z.looseObject({
  session: z.string(),
  result: z.enum(['planned', 'summarised', 'unchanged', 'nothing']),
  method: z.string().describe('deterministic, or command NAME.'),
  fellBack: z.string().nullable().describe('Why the configured summarizer was not used.'),
  event: z.string().nullable(),
  turns: count.describe('Turns covered, from the first on.'),
  allTurns: count,
  messages: count,
  through: z.string().nullable().describe('Last message covered.'),
  tokens: count.describe('Of the summary, estimated.'),
  inputTokens: count.nullable().describe('Given to the configured summarizer, estimated.'),
  summary: z.string(),
  outcome,
});
