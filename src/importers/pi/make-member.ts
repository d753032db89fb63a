import type { Importer } from '../../app/ports/importer.ts';
import type { KeptDamage, KeptRecord } from '../../app/ports/transcripts.ts';
import type { DerivedEvent } from '../../domain/derived-event.ts';
import { conversationEvents } from '../conversation-events.ts';
import { piFacts } from './facts.ts';
import type { Family } from './family.ts';
import { findPiFiles } from './find.ts';
import { identifyPi } from './identify.ts';
import { normalizePi } from './normalize.ts';
import { openPi } from './open.ts';
import { piPlaces } from './places.ts';
import { recognizePi } from './recognize.ts';
import { summarizePi } from './summarize.ts';

/** Makes the importer of one agent of the family. */
export function makeMember(family: Family): Importer {
  const eventsOf = (records: Iterable<KeptRecord | KeptDamage>): Iterable<DerivedEvent> =>
    conversationEvents(normalizePi(family, records), { subagentTools: family.subagentTools });
  return {
    agent: family.agent,
    normalizerVersion: 2,
    places: (env) => piPlaces(family, env),
    find: findPiFiles,
    open: openPi,
    recognize: (head) => recognizePi(family, head),
    facts: piFacts,
    identify: identifyPi,
    normalize: (records, options) => normalizePi(family, records, options),
    summarize: summarizePi,
    eventsOf,
  };
}
