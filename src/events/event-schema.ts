import type { z } from 'zod';
import type { EventData, EventType } from './catalogue.ts';

/** A schema that yields exactly what the data type promises, and names every one of its fields, optional ones too. */
export type ObjectSchema<T> = z.ZodType<T> & { readonly shape: { readonly [Field in keyof T]-?: z.ZodType } };

/** Schemas by event type, each checked against the type's data when loom is compiled. */
export type EventSchemas = { readonly [T in EventType]?: ObjectSchema<EventData<T>> };
