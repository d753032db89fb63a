import { z } from 'zod';
import type { MemoryId } from '../kernel/ids.ts';
import type { EventSchemas, ObjectSchema } from './event-schema.ts';
import type { SegmentEnd } from './journal-data.ts';
import { count, maybe, memoryId, sessionId, text } from './schema-parts.ts';

const segmentEnd = z.looseObject({
  segment: count,
  bytes: count,
  last: text,
  reason: z.enum(['torn', 'incomplete-commit', 'write-failed', 'sync-failed', 'purge', 'repair']),
}) satisfies ObjectSchema<SegmentEnd>;

const droppedLine = z.looseObject({ segment: count, offset: count, length: count, sha256: text });

/** Schemas of what a journal says about itself. */
export const JOURNAL_SCHEMAS = {
  'journal.segment': z.looseObject({ ends: z.array(segmentEnd) }),
  'journal.repaired': z.looseObject({ quarantine: text, dropped: z.array(droppedLine), files: maybe(z.array(text)) }),
  'journal.redacted': z.looseObject({ lines: count, rules: z.record(text, count) }),
  'purge.intended': z.looseObject({
    sessions: z.array(sessionId),
    memories: maybe(z.array(memoryId as unknown as z.ZodType<MemoryId>)),
  }),
} satisfies EventSchemas;
