import { z } from 'zod';
import type { EventSchemas, ObjectSchema } from './event-schema.ts';
import { agentName, count, eventId, flag, maybe, projectId, sessionId, tally, text } from './schema-parts.ts';
import type { ImportTally, ParentRef, ProcessMark, SourceMark, Where } from './session-data.ts';
import { touchedContent } from './touched-content-schema.ts';

export const where = z.looseObject({
  cwd: text,
  realCwd: maybe(text),
  root: maybe(text),
  mainRoot: maybe(text),
  gitDir: maybe(text),
  rootCommits: maybe(z.array(text)),
  origin: maybe(text),
  worktree: maybe(text),
  branch: maybe(text),
  head: maybe(text),
  missing: maybe(flag),
  formerly: maybe(z.array(text)),
  lostHeads: maybe(z.array(text)),
}) satisfies ObjectSchema<Where>;

export const parentRef = z.looseObject({
  session: sessionId,
  kind: z.enum(['subagent', 'fork', 'continuation']),
  at: maybe(text),
}) satisfies ObjectSchema<ParentRef>;

export const processMark = z.looseObject({
  host: text,
  boot: maybe(text),
  pid: count,
  started: maybe(text),
}) satisfies ObjectSchema<ProcessMark>;

const flagged = z.looseObject({ reason: maybe(text), undoes: maybe(eventId) });

const source = z.looseObject({
  path: text,
  offset: count,
  line: maybe(count),
  size: count,
  mtimeNs: maybe(text),
  ctimeNs: maybe(text),
  inode: maybe(text),
  prefixDigest: text,
}) satisfies ObjectSchema<SourceMark>;

const importTally = z.looseObject({
  read: count,
  kept: count,
  skipped: count,
  malformed: count,
  recovered: count,
  unknown: count,
  malformedLines: maybe(z.array(count)),
  skippedTypes: maybe(tally),
  redactions: maybe(tally),
}) satisfies ObjectSchema<ImportTally>;

/** Schemas of what a session is and of what is kept of it. */
export const SESSION_SCHEMAS = {
  'session.started': z.looseObject({
    agent: agentName,
    nativeId: text,
    where: maybe(where),
    title: maybe(text),
    parent: maybe(parentRef),
    headless: maybe(flag),
    firstRecord: maybe(text),
    tty: maybe(text),
    process: maybe(processMark),
  }),
  'session.linked': z.looseObject({ where }),
  'session.renamed': z.looseObject({ title: text }),
  'session.pinned': flagged,
  'session.unpinned': flagged,
  'session.archived': flagged,
  'session.restored': flagged,
  'session.deleted': flagged,
  'session.purged': z.looseObject({ lines: count, bytes: count }),
  'session.closed': z.looseObject({ reason: maybe(text), inferred: maybe(flag) }),
  'session.reloaded': z.looseObject({ reason: maybe(text) }),
  'transcript.synced': z.looseObject({
    source,
    keptLength: count,
    lines: count,
    generation: count,
    tally: importTally,
    inherited: maybe(z.looseObject({ session: sessionId, records: count })),
  }),
  'snapshot.taken': z.looseObject({
    where,
    inferred: maybe(flag),
    occasion: z.enum(['start', 'stop', 'close', 'import', 'resume', 'tool']),
    document: maybe(z.looseObject({ blob: text, bytes: count })),
    touched: maybe(z.array(touchedContent)),
    keyed: maybe(text),
    dirty: maybe(count),
    left: maybe(tally),
  }),
  'project.identified': z.looseObject({ project: projectId, where, name: text }),
  'project.linked': z.looseObject({ where, undoes: maybe(eventId) }),
  'project.merged': z.looseObject({ from: projectId, undoes: maybe(eventId) }),
} satisfies EventSchemas;
