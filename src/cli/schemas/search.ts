import * as z from 'zod';
import { memoryView } from './memory.ts';

const count = z.int().nonnegative();

const turnEnd = z.object({
  ended: z.enum(['answered', 'interrupted', 'unanswered']),
  answer: z.string().nullable(),
  toolCalls: count,
  failed: count,
});

/** One hit of a search. */
export const searchHit = z.object({
  id: z.string().describe('Works for memory show and memory timeline.'),
  type: z.enum(['memory', 'prompt', 'answer', 'toolCall', 'summary', 'title']),
  title: z.string().nullable(),
  snippet: z.string(),
  session: z.string().nullable(),
  agent: z.string().nullable(),
  project: z.object({ id: z.string(), name: z.string() }).nullable(),
  at: z.string(),
  trust: z.enum(['person', 'agent', 'untrusted']),
  state: z.string(),
  retention: z.string(),
  score: z.number(),
  why: z.string(),
  partial: z.boolean(),
  expandTokens: count.describe('Estimated.'),
  turn: turnEnd.optional(),
  text: z.string().optional(),
  unconfirmedInstruction: z.boolean().optional(),
});

export const searchHitsSchema = z.array(searchHit);

/** What stands around a hit. */
export const memoryTimelineSchema = z.object({
  id: z.string(),
  session: z.string().nullable(),
  title: z.string().nullable(),
  entries: z.array(
    z.object({ id: z.string(), type: z.string(), at: z.string(), text: z.string(), anchor: z.boolean() }),
  ),
  earlier: count,
  later: count,
});

/** A message, tool call, session or event whole. */
export const shownHit = z.object({
  id: z.string(),
  type: z.string(),
  session: z.string().nullable(),
  title: z.string().nullable(),
  at: z.string().nullable(),
  text: z.string(),
  tokens: count.describe('Estimated, of the whole text.'),
  truncated: z.boolean(),
});

const shownOne = z.union([memoryView, shownHit]);

/** `loom memory show --json`: one thing, or several in the order of their ids. */
export const shownSchema = z.union([shownOne, z.array(shownOne)]);
