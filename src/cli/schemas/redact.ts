import * as z from 'zod';

const count = z.int().nonnegative();

/** `loom redact --json`. */
export const redactSchema = z.object({
  file: z.string().nullable().describe('Null for standard input.'),
  format: z.enum(['json', 'jsonl', 'text']),
  total: count,
  rules: z.record(z.string(), count).describe('Replacements by rule.'),
  found: z.array(
    z.object({
      rule: z.string(),
      tag: z.string().describe('What redaction.allow takes.'),
      count,
      line: count.describe('Of its first placeholder in the redacted text.'),
    }),
  ),
});
