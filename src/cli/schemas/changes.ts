import * as z from 'zod';
import { extraction } from './extract.ts';

const count = z.int().nonnegative();
const eventIds = z.array(z.string());

const changedSession = z.object({
  id: z.string(),
  title: z.string().nullable(),
  result: z.enum(['changed', 'nothing', 'refused']),
  because: z.string().optional(),
  events: eventIds,
});

/** `loom sessions rename | pin | unpin | archive | restore | delete --json`; one session's fields stand at the top too. */
export const sessionChangeSchema = changedSession.partial().extend({
  dryRun: z.boolean(),
  changed: count,
  sessions: z.array(changedSession),
});

/** `loom sessions start --json`. */
export const startedSchema = z.object({ id: z.string(), nativeId: z.string(), agent: z.string(), result: z.string() });

/** `loom sessions close --json`. */
export const closedSchema = z.object({
  id: z.string(),
  result: z.string(),
  memory: extraction.nullable().describe('What was drawn out of it; null where nothing was.'),
});

/** `loom sessions purge --json`; without `purged` for a plan. */
export const purgeSchema = z.object({
  dryRun: z.boolean().optional(),
  purged: count.optional(),
  sessions: z.array(
    z.looseObject({ session: z.string(), title: z.string().nullable(), events: count, transcriptBytes: count }),
  ),
});

/** `loom undo --json`. */
export const undoSchema = z.object({
  undone: z.object({ id: z.string(), type: z.string(), at: z.string() }),
  result: z.enum(['changed', 'nothing']),
  session: z.string().optional(),
  sessions: z.array(z.string()).optional(),
  project: z.looseObject({ id: z.string() }).optional(),
  memory: z.string().optional(),
  memories: z.array(z.string()).optional(),
  events: eventIds,
});

const nativeExport = z.object({
  format: z.literal('native'),
  agent: z.string(),
  nativeId: z.string(),
  sessions: z.array(z.string()),
  changes: z.array(z.object({ code: z.string(), count })).describe('What the file lacks, or has otherwise.'),
});

const encrypted = z
  .enum(['recipients', 'passphrase'])
  .nullable()
  .describe('What opens the export: a secret key, or a passphrase; null for a plain one.');

const exportedFiles = {
  encrypted,
  files: z.array(z.object({ path: z.string(), bytes: count, unchanged: z.boolean() })),
  bytes: count,
};

/** `loom sessions export --json`: the written files, a document, or the export itself. */
export const sessionExportSchema = z.union([
  nativeExport.extend(exportedFiles),
  nativeExport.extend({ encrypted, document: z.string() }),
  z.object({
    format: z.string(),
    mode: z.string(),
    sessions: z.array(z.string()),
    ...exportedFiles,
  }),
  z.object({
    format: z.string(),
    mode: z.string(),
    sessions: z.array(z.string()),
    encrypted: encrypted.optional(),
    document: z.string(),
  }),
  z.looseObject({ loom: z.literal('session-export'), v: count, sessions: z.array(z.looseObject({})) }),
  z.array(z.looseObject({})),
]);

/** `loom export --all --json`: the written file, or the lines of the export. */
export const storeExportSchema = z.union([
  z.object({ path: z.string(), bytes: count, encrypted }),
  z.object({ format: z.literal('jsonl'), encrypted, document: z.string() }),
  z.array(z.looseObject({})),
]);
