import { deriveSessionId } from '../events/session-id.ts';
import { keepFilled } from './keep-records.ts';
import type { SourceAhead } from './ports/ahead-reader.ts';
import type { SourceLook } from './ports/source-reader.ts';
import type { Preparation, PreparedImport } from './prepared-import.ts';
import type { KeyedRecord, SourcePass } from './read-source.ts';

function passOf({ identity, tally, offset, line, lastAt, keys }: SourceAhead): SourcePass<KeyedRecord> {
  return {
    identity,
    tally,
    offset,
    line,
    lastAt,
    keys: new Set(keys.filter((key) => key !== undefined)),
    records: () => keys.map((key) => ({ key })),
  };
}

function lookOf({ look, prefixDigest }: SourceAhead): SourceLook {
  return { ...look, prefixDigest: () => prefixDigest };
}

/** Keeps a source that was read before its turn as a new session; `undefined` when its session is known, so that it has to be compared. */
export function keepAhead(preparation: Omit<Preparation, 'source'>, ahead: SourceAhead): PreparedImport | undefined {
  const { app, importer } = preparation;
  const { identity, kept, asRead, touched } = ahead;
  const session = deriveSessionId(importer.agent, identity.nativeId, app.sha256);
  if (app.readModel.state(session) !== undefined) return undefined;
  const draft = app.transcripts.draftOf(session, importer.agent, kept);
  const keeping = { session, pass: passOf(ahead), identity, status: 'added' } as const;
  return keepFilled({ ...preparation, source: lookOf(ahead) }, keeping, { draft, touched, asRead });
}
