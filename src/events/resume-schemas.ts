import { z } from 'zod';
import type { EventSchemas } from './event-schema.ts';
import { agentName, count, eventId, maybe, memoryId, projectId, sessionId, tally, text } from './schema-parts.ts';
import { parentRef, where } from './session-schemas.ts';

const verdict = z.enum([
  'unsupported-session-version',
  'project-identity-mismatch',
  'blocked-by-conflict',
  'capability-review-required',
  'provider-substitution-required',
  'ready-with-stale-context',
  'ready',
]);

/** Schemas of what continues or copies a session. */
export const RESUME_SCHEMAS = {
  'session.resumed': z.looseObject({
    verdict,
    findings: z.array(text),
    severities: maybe(tally),
    accepted: maybe(z.array(eventId)),
    agent: maybe(agentName),
    model: maybe(text),
    where: maybe(where),
    nativeId: maybe(text),
    child: maybe(sessionId),
    tty: maybe(text),
    tokens: maybe(count),
  }),
  'resume.confirmed': z.looseObject({
    code: text,
    project: maybe(projectId),
    before: maybe(text),
    after: maybe(text),
  }),
  'session.forked': z.looseObject({
    parent: parentRef,
    reason: maybe(text),
    memories: maybe(z.array(memoryId)),
    model: maybe(text),
    effort: maybe(text),
  }),
} satisfies EventSchemas;
