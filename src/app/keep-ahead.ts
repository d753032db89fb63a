import type { AgentName } from '../events/agents.ts';
import type { AppContext } from './context.ts';
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

/** Forgets what was read of a source before its turn. */
export function discardAhead(
  { transcripts }: Pick<AppContext, 'transcripts'>,
  agent: AgentName,
  ahead: SourceAhead,
): void {
  transcripts.draftOf(ahead.session, agent, ahead.kept).discard();
}

/** Keeps a source that was read before its turn as a new session; `undefined` when its session is known, so that it has to be compared. */
export function keepAhead(preparation: Omit<Preparation, 'source'>, ahead: SourceAhead): PreparedImport | undefined {
  const { app, importer, known } = preparation;
  const { session, identity, kept, asRead, touched } = ahead;
  if (known !== undefined || app.readModel.state(session) !== undefined) {
    discardAhead(app, importer.agent, ahead);
    return undefined;
  }
  const draft = app.transcripts.draftOf(session, importer.agent, kept);
  const keeping = { session, pass: passOf(ahead), identity, status: 'added' } as const;
  return keepFilled({ ...preparation, source: lookOf(ahead) }, keeping, { draft, touched, asRead });
}
