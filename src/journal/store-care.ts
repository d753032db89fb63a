import { existsSync } from 'node:fs';
import type { RepairAnswer, StoreCare, StoreFinding } from '../app/ports/store-care.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { Randomness } from '../kernel/sources.ts';
import { journalStats } from './journal-stats.ts';
import { repairJournal } from './repair.ts';
import { type IdentityContext, repairIdentity } from './repair-identity.ts';
import { planRepair, type RepairPlan } from './repair-plan.ts';
import type { AppendContext } from './segment-writer.ts';
import { identityFaults } from './store-file.ts';
import { verifyStore } from './verify.ts';
import { verifyFiles } from './verify-files.ts';
import { FindingList } from './verify-report.ts';

export interface StoreCareOptions extends AppendContext {
  readonly randomness: Randomness;
  /** Checks a kept transcript against the length that the journal names, and the session's blobs. */
  readonly checkTranscript: (session: SessionId, keptLength: number) => Iterable<StoreFinding>;
}

function segmentsOf(plan: RepairPlan) {
  return plan.segments.map(({ segment, dropped }) => ({ segment, dropped }));
}

/** Where there is no store yet, nothing is wrong. */
const NOTHING_YET: StoreCare = {
  verify: async () => ({ findings: [], errors: 0, warnings: 0, segments: 0, events: 0, bytes: 0, transcripts: 0 }),
  checkFiles: () => [],
  figures: () => ({
    segments: 0,
    bytes: 0,
    journalBytes: 0,
    events: 0,
    commits: 0,
    streams: 0,
    unknown: 0,
    damaged: 0,
    types: {},
    first: null,
    last: null,
  }),
  repair: async () => ({ applied: false, places: 0, segments: [], files: [], quarantine: null }),
};

/** The care of one store: check, figures, repair. */
export function openStoreCare(context: StoreCareOptions): StoreCare {
  const { layout, sha256, checkTranscript } = context;
  if (!existsSync(layout.home)) return NOTHING_YET;
  return {
    home: layout.home,
    verify: (options) => verifyStore({ ...options, layout, sha256, checkTranscript }),
    checkFiles: () => {
      const list = new FindingList(layout);
      verifyFiles(layout, list);
      return list.findings;
    },
    figures: () => journalStats(layout, sha256),
    repair: ({ apply }) => (apply ? applyRepair(context) : planOf(context)),
  };
}

async function planOf({ layout, sha256 }: StoreCareOptions): Promise<RepairAnswer> {
  const plan = planRepair(layout, sha256);
  const files = [...identityFaults(layout), ...plan.asides];
  return { applied: false, places: plan.places, segments: segmentsOf(plan), files, quarantine: null };
}

/** What says which store this is comes first: the journal is written to only in a store that is whole. */
async function applyRepair(context: StoreCareOptions & IdentityContext): Promise<RepairAnswer> {
  const { files, quarantine } = await repairIdentity(context);
  const done = await repairJournal(context);
  return {
    applied: files.length + done.plan.segments.length + done.plan.asides.length > 0,
    places: done.plan.places,
    segments: segmentsOf(done.plan),
    files: [...files, ...done.plan.asides],
    quarantine: done.quarantine ?? quarantine,
  };
}
