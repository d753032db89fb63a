import * as z from 'zod';

/** `loom serve --json`: one line, printed as soon as it listens. */
export const serveSchema = z.object({
  address: z.string().describe('Lets one browser in, once.'),
  origin: z.string(),
  port: z.number().int(),
});
