import * as z from 'zod';
import { MEMORY_KINDS } from '../../events/memory-data.ts';

const count = z.int().nonnegative();

/** One memory record, as every command prints it. */
export const memoryView = z.object({
  id: z.string(),
  kind: z.enum(MEMORY_KINDS),
  text: z.string().describe('Redacted; empty once forgotten.'),
  tags: z.array(z.string()),
  paths: z.array(z.string()),
  scope: z.union([z.literal('user'), z.object({ project: z.string() })]).nullable(),
  provenance: z.object({
    sessionId: z.string().nullable(),
    eventIds: z.array(z.string()),
    messageIds: z.array(z.string()),
    agent: z.string().nullable(),
    author: z.string().nullable(),
  }),
  learnedAt: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  confidence: z.enum(['inferred', 'observed', 'confirmed']),
  seen: z
    .record(z.string(), z.string().nullable())
    .describe('Keyed digests of its files when it was last said to hold.'),
  status: z.enum(['proposed', 'accepted', 'rejected', 'superseded', 'retracted', 'forgotten']),
  supersedes: z.string().nullable(),
  supersededBy: z.string().nullable(),
  retention: z.string().nullable(),
  instructionShaped: z.boolean().describe('The text reads like an order to an agent.'),
  instructionConfirmed: z.boolean(),
  pinned: z.boolean(),
  redactions: z.record(z.string(), count),
  proposedAt: z.string(),
  acceptedAt: z.string().nullable(),
  approvedBy: z.string().nullable().describe('Asserted; null when a person answered on a terminal.'),
  evidence: z.string().nullable(),
  observations: count.describe('How often the same claim was met again.'),
  observedIn: z.array(z.string()),
  updatedAt: z.string(),
  trust: z.enum(['person', 'agent', 'untrusted']),
  blocked: z.enum(['unknown-event', 'damaged']).nullable(),
  shortId: z.string(),
  project: z.object({ id: z.string(), name: z.string(), path: z.string() }).nullable(),
  inForce: z.boolean().describe('Accepted, and confirmed if it reads like an instruction.'),
  asserted: z.boolean(),
  knownAsOf: z.string(),
  notice: z.string(),
  shapes: z.array(z.string()),
  conflictsWith: z.array(
    z.object({ id: z.string(), reason: z.enum(['opposite', 'other-choice', 'other-number', 'other-value']) }),
  ),
});

/** `loom memory list --json`. */
export const memoryListSchema = z.array(memoryView);

/** `loom memory propose --json`. */
export const proposedSchema = memoryView.extend({
  result: z.enum(['proposed', 'observed']).describe('`observed`: a known record says the same.'),
  exact: z.boolean(),
});

const changedMemory = memoryView.extend({
  result: z.enum(['changed', 'nothing', 'refused']),
  because: z.string().optional(),
  events: z.array(z.string()),
});

/** `loom memory accept | reject | retract | pin | unpin | confirm | edit --json`; one record's fields stand at the top too. */
export const memoryChangeSchema = changedMemory.partial().extend({
  dryRun: z.boolean(),
  changed: count,
  memories: z.array(changedMemory),
});

/** `loom memory supersede --json`: the successor that was made, or the record that gave way. */
export const supersededSchema = z.union([proposedSchema, memoryChangeSchema]);

/** `loom memory forget --json`; without `forgotten` for a plan. */
export const forgottenSchema = z.object({
  dryRun: z.boolean(),
  forgotten: count.optional(),
  memories: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      events: count,
      eventBytes: count,
      sessions: z.array(z.object({ session: z.string(), title: z.string().nullable() })),
      files: z.array(z.object({ path: z.string(), mode: z.string().nullable() })),
    }),
  ),
  purgedSessions: z.array(z.string()).optional(),
});

/** `loom memory review --json`. */
export const reviewedSchema = z.object({
  accepted: z.array(z.string()),
  rejected: z.array(z.string()),
  superseded: z.array(z.string()),
  edited: z.array(z.string()),
  skipped: z.array(z.string()),
  left: count,
});
