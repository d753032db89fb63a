import * as z from 'zod';
import { sessionView } from './session.ts';

const count = z.int().nonnegative();
const text = z.string();
const maybeText = text.nullable();

const verdict = z.enum([
  'ready',
  'ready-with-stale-context',
  'provider-substitution-required',
  'capability-review-required',
  'blocked-by-conflict',
  'project-identity-mismatch',
  'unsupported-session-version',
]);

const finding = z.object({
  code: text,
  severity: text.describe('The verdict it leads to, or info.'),
  message: text,
  access: z.enum(['read', 'edit']).optional(),
  paths: z.array(text).optional().describe('At most fifty.'),
  pathCount: count.optional(),
  before: text.optional(),
  after: text.optional(),
  evidence: text.describe('How a person checks it by hand.'),
  needs: text.optional(),
});

const snapshot = z.looseObject({
  at: text,
  root: text,
  head: maybeText,
  branch: maybeText,
  operation: maybeText,
  dirty: count.nullable(),
  left: z.array(z.looseObject({ code: text, count })),
});

const provider = z.object({ agent: maybeText, model: maybeText, effort: maybeText });

/** `loom sessions resume --json`. */
export const resumeSchema = z.object({
  session: sessionView,
  id: text,
  reason: z.enum(['latest in this terminal', 'latest in project', 'latest of all']).optional(),
  verdict,
  effect: z.enum(['findings', 'preview', 'proceeds']),
  changed: count.describe('Findings that say what differs.'),
  notKnown: count.describe('Findings that say what is not known.'),
  findings: z.array(finding).describe('Worst first.'),
  accepted: z.array(text).describe('Codes that were accepted for this resume.'),
  // biome-ignore lint/suspicious/noThenProperty: the documented name of a field; no value of it is a function.
  snapshot: z.object({ then: snapshot.nullable(), now: snapshot.nullable() }),
  context: z
    .looseObject({ tier: text, budget: count, tokens: count, kept: z.looseObject({}), omitted: z.looseObject({}) })
    .nullable(),
  approvals: z.array(
    z.object({
      what: text,
      because: z.enum(['mode', 'approved', 'used', 'settings']),
      count: count.optional(),
      source: text.optional(),
      stillAllowed: z.boolean().optional(),
    }),
  ),
  substitution: z
    .looseObject({ original: provider, selected: provider, notReproduced: z.array(text), reinspect: z.array(text) })
    .optional(),
  next: z.object({ command: text, cwd: text, by: z.enum(['agent', 'loom']) }).nullable(),
  written: z
    .looseObject({ session: text, nativeId: text, path: maybeText })
    .optional()
    .describe('The session file, with --native.'),
  accept: maybeText.describe('The command that says yes to all that holds it back; null when nothing can.'),
  dryRun: z.boolean(),
  recorded: maybeText.describe('The event that records the resume.'),
  document: text.optional().describe('The context, with --print or --format.'),
});
