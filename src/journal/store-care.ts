import { existsSync } from 'node:fs';
import type { StoreCare, StoreFinding } from '../app/ports/store-care.ts';
import type { SessionId } from '../kernel/ids.ts';
import { journalStats } from './journal-stats.ts';
import { repairJournal } from './repair.ts';
import { planRepair, type RepairPlan } from './repair-plan.ts';
import type { AppendContext } from './segment-writer.ts';
import { verifyStore } from './verify.ts';
import { verifyFiles } from './verify-files.ts';
import { FindingList } from './verify-report.ts';

export interface StoreCareOptions extends AppendContext {
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
  repair: async () => ({ applied: false, places: 0, segments: [], quarantine: null }),
};

/** The care of one store: check, figures, repair. */
export function openStoreCare(context: StoreCareOptions): StoreCare {
  const { layout, sha256, checkTranscript } = context;
  if (!existsSync(layout.home)) return NOTHING_YET;
  return {
    verify: (options) => verifyStore({ ...options, layout, sha256, checkTranscript }),
    checkFiles: () => {
      const list = new FindingList(layout);
      verifyFiles(layout, list);
      return list.findings;
    },
    figures: () => journalStats(layout, sha256),
    repair: async ({ apply }) => {
      if (!apply) {
        const plan = planRepair(layout, sha256);
        return { applied: false, places: plan.places, segments: segmentsOf(plan), quarantine: null };
      }
      const { plan, quarantine } = await repairJournal(context);
      return { applied: plan.segments.length > 0, places: plan.places, segments: segmentsOf(plan), quarantine };
    },
  };
}
