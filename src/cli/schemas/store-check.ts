import * as z from 'zod';

const count = z.int().nonnegative();

const finding = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  code: z.string(),
  file: z.string(),
  line: count.nullable(),
  offset: count.nullable(),
  detail: z.string(),
  fix: z.string().optional(),
});

/** `loom journal verify --json`. */
export const checkSchema = z.object({
  findings: z.array(finding),
  errors: count,
  warnings: count,
  segments: count,
  events: count,
  bytes: count,
  transcripts: count,
});

/** `loom journal repair --json`. */
export const repairSchema = z.object({
  dryRun: z.boolean(),
  applied: z.boolean(),
  places: count,
  segments: z.array(
    z.object({
      segment: count,
      dropped: z.array(z.object({ offset: count, length: count, sha256: z.string() }).loose()),
    }),
  ),
  files: z.array(z.object({ file: z.string(), fault: z.enum(['missing', 'damaged', 'useless', 'unnamed']) })),
  quarantine: z.string().nullable(),
});

/** `loom journal stats --json`. */
export const figuresSchema = z.object({
  segments: count,
  bytes: count,
  journalBytes: count,
  events: count,
  commits: count,
  streams: count,
  unknown: count,
  damaged: count,
  types: z.record(z.string(), count),
  first: z.string().nullable(),
  last: z.string().nullable(),
});

/** `loom doctor --json`. */
export const doctorSchema = z.object({
  ok: z.boolean(),
  checks: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['ok', 'warning', 'problem']),
      detail: z.string(),
      fix: z.string().optional(),
    }),
  ),
  timeWarnings: count,
  missingFromIndex: count,
});
