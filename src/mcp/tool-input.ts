import * as z from 'zod';
import { AGENTS } from '../events/agents.ts';
import { formatInstant, parseInstant } from '../kernel/instant.ts';

/** An id as answers give it. */
export const idInput = z.string().min(1).max(300);

/** The one way to another project: what a person opened. */
export const projectInput = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe(
    'Id or name of another project. Only one that a person opened to this one can be read; leave it out otherwise.',
  );

export const agentInput = z.enum(AGENTS).optional().describe('Only sessions of this agent.');

const when = z
  .string()
  .max(40)
  .transform((text, context) => {
    const instant = parseInstant(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
    if (instant !== undefined) return formatInstant(instant.millis) as string;
    context.addIssue({ code: 'custom', message: 'an ISO-8601 date or instant, such as 2026-01-31' });
    return z.NEVER;
  })
  .optional();

export const sinceInput = when.describe('From this ISO-8601 date or instant on.');
export const untilInput = when.describe('Before this ISO-8601 date or instant.');

/** `limit` and `offset` of lists. */
export function pageInput(most: number, usual: number) {
  return {
    limit: z.int().min(1).max(most).default(usual).describe(`At most this many (${most} at most).`),
    offset: z.int().min(0).max(10_000).default(0).describe('Leave out the first so many.'),
  };
}

/** Leaves out members that are undefined, so that absent stays absent. */
export function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
