import { z } from 'zod';
import type { EventSchemas } from './event-schema.ts';
import { count, eventId, maybe, projectId, sessionId, text } from './schema-parts.ts';

const scope = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('cross-project'),
    from: projectId,
    to: z.union([projectId, z.literal('all')]),
  }),
  z.looseObject({ kind: z.literal('network'), host: text, purpose: maybe(text) }),
]);

/** Schemas of grants, and of copies that left the store. */
export const POLICY_SCHEMAS = {
  'policy.granted': z.looseObject({ scope, reason: maybe(text), until: maybe(text) }),
  'policy.revoked': z.looseObject({ grant: eventId, reason: maybe(text) }),
  'export.made': z.looseObject({
    format: text,
    mode: maybe(text),
    sessions: maybe(z.array(sessionId)),
    count: maybe(count),
    path: maybe(text),
    bytes: maybe(count),
    sha256: maybe(text),
    encrypted: maybe(z.enum(['recipients', 'passphrase'])),
  }),
} satisfies EventSchemas;
