import * as z from 'zod';
import { memoryView } from './memory.ts';

const count = z.int().nonnegative();

/** `loom memory export --json`: the document, or the file that it went to. */
export const memoryExportSchema = z.object({
  format: z.enum(['jsonl', 'markdown']),
  project: z.string(),
  memories: z.array(z.string()),
  encrypted: z
    .enum(['recipients', 'passphrase'])
    .nullable()
    .describe('What opens the export: a secret key, or a passphrase; null for a plain one.'),
  document: z.string().optional(),
  path: z.string().optional(),
  bytes: count.optional(),
  unchanged: z.boolean().optional(),
  others: count.optional().describe('Records of the file that this store does not know, and that stay in it.'),
});

/** `loom memory import --json`. */
export const memoryImportSchema = z.object({
  dryRun: z.boolean(),
  read: count,
  planned: count.describe('Proposals that were made, or would be.'),
  proposed: z.array(memoryView),
  observed: count.describe('Claims that known records make; noted there.'),
  known: count.describe('Claims that were read before.'),
  refused: z.array(z.object({ line: count, code: z.string() })),
  malformed: z.array(count).describe('Lines that are no record.'),
  conflictMarkers: count,
  redacted: count.describe('Secrets that were replaced.'),
});
