import * as z from 'zod';

const folder = z.string().describe('Absolute path.');

/** `loom paths --json`. */
export const paths = z.object({ store: folder, config: folder, configFile: folder, state: folder, cache: folder });

/** `loom version --json`. */
export const version = z.object({
  name: z.string(),
  version: z.string(),
  platform: z.string(),
  arch: z.string(),
  node: z.string(),
});

/** `loom help --json`. */
export const help = z.object({ subject: z.string(), text: z.string() });
