import { z } from 'zod';
import { MAX_PROMPT_TEXT_BYTES } from './capture-data.ts';
import type { EventSchemas } from './event-schema.ts';
import {
  count,
  duration,
  eventId,
  flag,
  maybe,
  memoryId,
  projectId,
  sessionId,
  tally,
  text,
  textWithin,
} from './schema-parts.ts';

const compaction = { trigger: maybe(text), preTokens: maybe(count) };

const subagent = {
  subagent: maybe(text),
  session: maybe(sessionId),
  kind: maybe(text),
  callId: maybe(text),
  messageId: maybe(text),
};

/** Schemas of what happens inside a session, tool calls apart. */
export const CAPTURE_SCHEMAS = {
  'prompt.submitted': z.looseObject({
    text: maybe(textWithin(MAX_PROMPT_TEXT_BYTES)),
    blob: maybe(text),
    textDigest: maybe(text),
    bytes: maybe(count),
    kind: maybe(text),
    messageId: maybe(text),
    promptId: maybe(text),
    redactions: maybe(tally),
  }),
  'context.assembled': z.looseObject({
    tokens: maybe(count),
    budget: maybe(count),
    parts: maybe(tally),
    digest: maybe(text),
  }),
  'memory.retrieved': z.looseObject({
    memories: z.array(memoryId),
    hits: maybe(count),
    tokens: maybe(count),
    everyProject: maybe(flag),
    project: maybe(projectId),
  }),
  'model.changed': z.looseObject({
    from: maybe(text),
    to: text,
    provider: maybe(text),
    effort: maybe(text),
    messageId: maybe(text),
  }),
  'plan.prepared': z.looseObject({
    planId: maybe(text),
    messageId: maybe(text),
    steps: maybe(count),
    digest: maybe(text),
  }),
  'plan.approved': z.looseObject({
    planId: maybe(text),
    plan: maybe(eventId),
    messageId: maybe(text),
    digest: maybe(text),
  }),
  'validation.completed': z.looseObject({
    check: text,
    outcome: z.enum(['passed', 'failed', 'unknown']),
    callId: maybe(text),
    exitStatus: maybe(z.number().int()),
    durationMs: maybe(duration),
    passed: maybe(count),
    failed: maybe(count),
  }),
  'error.recorded': z.looseObject({
    source: maybe(text),
    code: maybe(text),
    status: maybe(z.number().int()),
    retry: maybe(count),
    messageId: maybe(text),
  }),
  'run.interrupted': z.looseObject({
    reason: maybe(text),
    callIds: maybe(z.array(text)),
    messageId: maybe(text),
  }),
  'run.completed': z.looseObject({
    text: maybe(textWithin(MAX_PROMPT_TEXT_BYTES)),
    blob: maybe(text),
    textDigest: maybe(text),
    bytes: maybe(count),
    messageId: maybe(text),
    redactions: maybe(tally),
  }),
  'subagent.started': z.looseObject({ ...subagent, model: maybe(text) }),
  'subagent.completed': z.looseObject({
    ...subagent,
    isError: maybe(flag),
    durationMs: maybe(duration),
    tokens: maybe(count),
    toolCalls: maybe(count),
  }),
  'session.compacting': z.looseObject(compaction),
  'session.compacted': z.looseObject({ ...compaction, postTokens: maybe(count), summary: maybe(text) }),
  'session.summarized': z.looseObject({
    through: maybe(text),
    summary: maybe(text),
    blob: maybe(text),
    method: maybe(text),
    tokens: maybe(count),
    turns: maybe(count),
    messages: maybe(count),
    covers: maybe(text),
  }),
} satisfies EventSchemas;
