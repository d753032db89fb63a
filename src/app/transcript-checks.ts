import { countOf } from '../kernel/count-of.ts';
import type { Check } from './examine-store.ts';
import type { RepairAnswer } from './ports/store-care.ts';

/** What `loom doctor` says of transcripts that no event names, from what a repair would do. */
export function checkUnnamedTranscripts({ files }: Pick<RepairAnswer, 'files'>): readonly Check[] {
  const unnamed = files.filter(({ fault }) => fault === 'unnamed');
  if (unnamed.length === 0) return [];
  const what = countOf(unnamed.length, 'transcript is', 'transcripts are');
  const detail = `${what} named by no event: an import or fork was killed, or the journal lost lines`;
  return [{ name: 'transcripts', status: 'problem', detail, fix: 'loom journal repair' }];
}
