import { z } from 'zod';
import type { ObjectSchema } from './event-schema.ts';
import { maybe, text } from './schema-parts.ts';
import type { TouchedContent } from './snapshot-data.ts';

const isoTime = z.custom<NonNullable<TouchedContent['at']>>((value) => typeof value === 'string', 'not a time');

/** Schema of what a native record carried of a file. */
export const touchedContent = z.looseObject({
  path: text,
  access: z.enum(['read', 'write']),
  digest: maybe(text),
  at: isoTime.nullable(),
}) satisfies ObjectSchema<TouchedContent>;
