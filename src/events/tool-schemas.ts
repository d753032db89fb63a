import { z } from 'zod';
import type { EventSchemas, ObjectSchema } from './event-schema.ts';
import { count, duration, eventId, flag, maybe, text } from './schema-parts.ts';
import type { TouchedPath } from './tool-data.ts';

const call = { callId: text, name: maybe(text), messageId: maybe(text), timed: maybe(flag) };

const touchedPath = z.looseObject({
  path: text,
  access: z.enum(['read', 'write']),
  digest: maybe(text),
}) satisfies ObjectSchema<TouchedPath>;

const ending = {
  ...call,
  durationMs: maybe(duration),
  exitStatus: maybe(z.number().int()),
  outputBytes: maybe(count),
  touched: maybe(z.array(touchedPath)),
};

/** Schemas of the steps of a tool call. */
export const TOOL_SCHEMAS = {
  'tool.requested': z.looseObject({
    ...call,
    paths: maybe(z.array(text)),
    access: maybe(z.enum(['read', 'write', 'unknown'])),
    inputBytes: maybe(count),
  }),
  'tool.approved': z.looseObject({
    ...call,
    approvedBy: maybe(z.enum(['person', 'rule', 'unknown'])),
    rule: maybe(text),
  }),
  'tool.denied': z.looseObject({
    ...call,
    deniedBy: maybe(z.enum(['person', 'rule', 'hook', 'unknown'])),
    rule: maybe(text),
  }),
  'tool.started': z.looseObject({ ...call, request: maybe(eventId) }),
  'tool.completed': z.looseObject(ending),
  'tool.failed': z.looseObject({ ...ending, interrupted: maybe(flag) }),
} satisfies EventSchemas;
