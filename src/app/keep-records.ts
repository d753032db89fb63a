import type { SessionState } from '../domain/session-state.ts';
import type { TouchedContent } from '../events/snapshot-data.ts';
import type { SessionId } from '../kernel/ids.ts';
import { baseTranscript } from './base-transcript.ts';
import type { AppContext } from './context.ts';
import { createCountingDraft } from './counting-draft.ts';
import { draftImportEvents, lacksStart } from './import-events.ts';
import { type Lineage, noteBeginning } from './import-lineage.ts';
import { draftImportSnapshot } from './import-snapshot.ts';
import type { ReadRecord, SummaryAsRead } from './kept-as-read.ts';
import type { SourceIdentity } from './ports/importer.ts';
import type { SourceLook } from './ports/source-reader.ts';
import type { TranscriptDraft } from './ports/transcripts.ts';
import type { Preparation, PreparedImport } from './prepared-import.ts';
import type { HeldRecord, KeyedRecord, SourcePass } from './read-source.ts';

/** What is to be kept of a source, and for whom. */
export interface Keeping<R extends KeyedRecord = HeldRecord> {
  readonly state?: SessionState;
  readonly session: SessionId;
  readonly pass: SourcePass<R>;
  /** The source from its beginning, where `pass` is only what is new of it. */
  readonly whole?: SourcePass<R>;
  readonly identity: SourceIdentity | undefined;
  readonly status: 'added' | 'updated' | 'unchanged';
  readonly rewrite?: { readonly keeps: readonly (readonly [number, number])[]; readonly fresh: ReadonlySet<number> };
  readonly warning?: string;
}

/** Opens the draft of a keeping: one that counts only, where nothing may be written. */
export function openDraft(
  preparation: Preparation,
  keeping: Pick<Keeping, 'state' | 'rewrite'> & { readonly session: SessionId | null },
): TranscriptDraft {
  if (preparation.options.dryRun) return createCountingDraft();
  const transcript = baseTranscript(keeping.state);
  return preparation.app.transcripts.draft({
    session: keeping.session,
    agent: preparation.importer.agent,
    base: transcript,
    ...(keeping.rewrite === undefined ? {} : { rewrite: { keeps: keeping.rewrite.keeps } }),
  });
}

/** A draft with every record in it. */
export interface FilledDraft {
  readonly draft: TranscriptDraft;
  /** Contents of the files that the records touch. */
  readonly touched: readonly TouchedContent[];
  readonly asRead: SummaryAsRead | undefined;
}

/** A value as it is kept: parsed again only where something in it was replaced. */
export function addToDraft(
  app: Pick<AppContext, 'decodeText'>,
  draft: TranscriptDraft,
  record: HeldRecord,
): ReadRecord {
  const { sourceLine, at } = record;
  const changed = draft.add(record);
  if (changed === undefined) return { value: record.value, subs: [], sourceLine, at };
  return { value: JSON.parse(app.decodeText(changed.json)), subs: changed.subs, sourceLine, at };
}

function fillDraft(preparation: Preparation, keeping: Keeping): FilledDraft {
  const { app, importer } = preparation;
  const draft = openDraft(preparation, keeping);
  const contents = importer.contents?.(app.snapshots.digestContent);
  try {
    let ordinal = -1;
    for (const record of keeping.pass.records()) {
      ordinal += 1;
      contents?.add(record.value);
      if (keeping.rewrite !== undefined && !keeping.rewrite.fresh.has(ordinal)) continue;
      draft.add(record);
    }
  } catch (error) {
    draft.discard();
    throw error;
  }
  return { draft, touched: contents?.finish() ?? [], asRead: undefined };
}

/** What keeping needs of a source that was read: its look. */
type ReadPreparation = Omit<Preparation, 'source'> & { readonly source: SourceLook };

function traceBeginning(
  preparation: ReadPreparation,
  { session, identity, state, pass, whole }: Keeping<KeyedRecord>,
): Lineage | undefined {
  const isNew = state?.transcript == null || lacksStart(state);
  if (!isNew || identity === undefined) return undefined;
  const { app, importer, pending } = preparation;
  const { records, keys } = whole ?? pass;
  return noteBeginning({ app, importer, session, identity, records, pending }, keys);
}

/** Keeps records in a draft, and drafts the events that go with it. */
export function keepRecords(preparation: Preparation, keeping: Keeping): PreparedImport {
  return keepFilled(preparation, keeping, fillDraft(preparation, keeping));
}

/** The same with a draft that is filled with the records already. */
export function keepFilled(
  preparation: ReadPreparation,
  keeping: Keeping<KeyedRecord>,
  { draft, touched, asRead }: FilledDraft,
): PreparedImport {
  const { app, importer, places, source, path } = preparation;
  const lineage = traceBeginning(preparation, keeping);
  const found = { touched, identity: keeping.identity, cwd: keeping.state?.where?.cwd ?? '' };
  const snapshot = draftImportSnapshot(app, keeping.session, { draft, found });
  const report = draft.report();
  const tally = { ...keeping.pass.tally, redactions: report.redactions };
  return {
    kind: 'prepared',
    session: keeping.session,
    base: keeping.state?.transcript?.event ?? null,
    transcript: draft,
    tally,
    outcome: { status: keeping.status, session: keeping.session },
    warnings: keeping.warning === undefined ? [] : [keeping.warning],
    asRead,
    drafts: draftImportEvents({ app, places, importer, keeping, lineage, report, snapshot, tally, source, path }),
  };
}
