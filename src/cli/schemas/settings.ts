import * as z from 'zod';

const value = z.union([z.string(), z.number(), z.array(z.string())]).describe('The value; lists are arrays of text.');
const key = z.string().describe('Dotted key, such as sessions.scope.');
const origin = z.string().describe('default, user PATH, project PATH or environment VARIABLE.');
const change = { key, path: z.string().describe('The config.json concerned.'), dryRun: z.boolean() };

/** `loom config list --json`. */
export const settingList = z.array(z.object({ key, value, origin, summary: z.string() }));
/** `loom config get --json`. */
export const setting = z.object({ key, value, origin });
/** `loom config set --json`. */
export const settingChange = z.object({ ...change, before: value, value });
/** `loom config unset --json`. */
export const settingRemoval = z.object({ ...change, before: value.nullable() });
