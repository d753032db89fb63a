import type { z } from 'zod';
import type { EventData, EventType } from './catalogue.ts';

/** Schemas by event type, each of which yields exactly what the type's data interface promises. */
export type EventSchemas = { readonly [T in EventType]?: z.ZodType<EventData<T>> };
