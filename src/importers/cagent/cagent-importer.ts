import type { Importer } from '../../app/ports/importer.ts';
import { cagentReaders } from './cagent-format.ts';
import { cagentFacts } from './cagent-record.ts';
import { openCagentSession } from './database.ts';
import { cagentPlaces, findCagentSources } from './find.ts';
import { identifyCagent } from './identify.ts';
import { recognizeCagent } from './recognize.ts';

/** docker cagent: `session.db` and its backups. */
export const cagentImporter: Importer = {
  ...cagentReaders,
  normalizerVersion: 2,
  places: cagentPlaces,
  find: findCagentSources,
  open: openCagentSession,
  recognize: recognizeCagent,
  facts: cagentFacts,
  identify: identifyCagent,
};
