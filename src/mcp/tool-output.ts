import * as z from 'zod';

/** The shape of every structured answer: whose it is, how to take it, and the tool's own part. */
export function answerShape(shape: z.ZodRawShape) {
  return z.looseObject({
    project: z.looseObject({ id: z.string(), name: z.string() }).nullable(),
    notice: z.string().describe('How far the answer may be relied on.'),
    ...shape,
  });
}
