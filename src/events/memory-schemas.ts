import { z } from 'zod';
import type { EventSchemas, ObjectSchema } from './event-schema.ts';
import { MAX_MEMORY_TEXT_BYTES, MEMORY_KINDS, type MemoryProvenance } from './memory-data.ts';
import {
  agentName,
  count,
  eventId,
  flag,
  maybe,
  memoryId,
  projectId,
  sessionId,
  tally,
  text,
  utf8TextWithin,
} from './schema-parts.ts';

const kind = z.enum(MEMORY_KINDS);
const memoryText = utf8TextWithin(MAX_MEMORY_TEXT_BYTES);

const provenance = z.looseObject({
  sessionId: maybe(sessionId),
  eventIds: maybe(z.array(eventId)),
  messageIds: maybe(z.array(text)),
  agent: maybe(agentName),
  author: maybe(text),
}) satisfies ObjectSchema<MemoryProvenance>;

const scope = z.union([z.literal('user'), z.looseObject({ project: projectId })]);
const reason = z.looseObject({ reason: maybe(text) });

/** Schemas of the life of a memory record, and of the digest made of them. */
const seenContents = z.record(text, text.nullable());

export const MEMORY_SCHEMAS = {
  'memory.proposed': z.looseObject({
    kind,
    text: memoryText,
    tags: maybe(z.array(text)),
    paths: maybe(z.array(text)),
    scope: maybe(scope),
    provenance,
    learnedAt: maybe(text),
    confidence: z.enum(['inferred', 'observed', 'confirmed']),
    supersedes: maybe(memoryId),
    retention: maybe(text),
    instructionShaped: flag,
    redactions: maybe(tally),
  }),
  'memory.accepted': z.looseObject({
    approvedBy: maybe(text),
    evidence: maybe(text),
    instructionConfirmed: maybe(flag),
    seen: maybe(seenContents),
  }),
  'memory.rejected': reason,
  'memory.superseded': z.looseObject({ supersededBy: memoryId }),
  'memory.reopened': z.looseObject({ undoes: eventId, reason: maybe(text) }),
  'memory.retracted': reason,
  'memory.forgotten': z.looseObject({
    tombstone: maybe(text),
    scope: maybe(scope),
    lines: maybe(count),
    bytes: maybe(count),
  }),
  'memory.pinned': reason,
  'memory.unpinned': reason,
  'memory.confirmed': z.looseObject({ confirmedAt: text, evidence: maybe(text), seen: maybe(seenContents) }),
  'memory.observed': z.looseObject({ provenance }),
  'memory.edited': z.looseObject({
    text: maybe(memoryText),
    kind: maybe(kind),
    tags: maybe(z.array(text)),
    paths: maybe(z.array(text)),
    instructionShaped: maybe(flag),
    instructionConfirmed: maybe(flag),
    approvedBy: maybe(text),
    evidence: maybe(text),
    undoes: maybe(eventId),
  }),
  'digest.rendered': z.looseObject({
    project: projectId,
    memories: z.array(memoryId),
    tokens: count,
    sha256: text,
  }),
} satisfies EventSchemas;
