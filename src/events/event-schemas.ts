import { z } from 'zod';
import { CAPTURE_SCHEMAS } from './capture-schemas.ts';
import type { EventData, EventType } from './catalogue.ts';
import type { ErasedData } from './erased.ts';
import { JOURNAL_SCHEMAS } from './journal-schemas.ts';
import { MEMORY_SCHEMAS } from './memory-schemas.ts';
import { POLICY_SCHEMAS } from './policy-schemas.ts';
import { RESUME_SCHEMAS } from './resume-schemas.ts';
import { SESSION_SCHEMAS } from './session-schemas.ts';
import { TOOL_SCHEMAS } from './tool-schemas.ts';

/** What purge leaves of an event's data. Strict, so that data which merely has a field of that name stays what it is. */
const erased: z.ZodType<ErasedData> = z.strictObject({ erased: z.literal(true) });

/** Complete, or it does not compile: every type of the catalogue has one schema, and each yields the type's own data. */
const LIVE_SCHEMAS: { readonly [T in EventType]: z.ZodType<EventData<T>> } = {
  ...SESSION_SCHEMAS,
  ...RESUME_SCHEMAS,
  ...CAPTURE_SCHEMAS,
  ...TOOL_SCHEMAS,
  ...MEMORY_SCHEMAS,
  ...POLICY_SCHEMAS,
  ...JOURNAL_SCHEMAS,
};

function withErased([type, live]: [string, z.ZodType]): [string, z.ZodType] {
  return [type, z.union([live, erased])];
}

/**
 * The schema of every event type's data. Unknown fields pass and survive; `{"erased": true}` passes for every type. Loading this
 * module loads zod: verify, import and schema commands do, append and listing paths do not.
 */
export const EVENT_SCHEMAS = Object.fromEntries(Object.entries(LIVE_SCHEMAS).map(withErased)) as {
  readonly [T in EventType]: z.ZodType<EventData<T> | ErasedData>;
};

/** Names of the members that an event type's data may have in this version. */
export function dataMembers(type: EventType): readonly string[] {
  const schema: z.ZodType & { readonly shape?: object } = LIVE_SCHEMAS[type];
  return Object.keys(schema.shape ?? {});
}
