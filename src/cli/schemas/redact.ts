import * as z from 'zod';

const count = z.int().nonnegative();

const rules = z.record(z.string(), count).describe('Replacements by rule.');

const redacted = z.object({
  file: z.string().nullable().describe('Null for standard input.'),
  format: z.enum(['json', 'jsonl', 'text']),
  total: count,
  rules,
  found: z.array(
    z.object({
      rule: z.string(),
      tag: z.string().describe('What redaction.allow takes.'),
      count,
      line: count.describe('Of its first placeholder in the redacted text.'),
    }),
  ),
});

const rescanned = z.object({
  applied: z.boolean().describe('Whether what was found is masked now.'),
  total: count,
  rules,
  parts: z.array(
    z.object({
      session: z.string().nullable().describe('Null for memory records, projects and the store itself.'),
      title: z.string().nullable(),
      events: count,
      records: count,
      blobs: count,
      rules,
    }),
  ),
});

/** `loom redact --json`; the second form with `--rescan`. */
export const redactSchema = z.union([redacted, rescanned]);
