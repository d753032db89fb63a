import type { KeptDamage, KeptRecord } from '../../app/ports/transcripts.ts';
import type { DerivedEvent } from '../../domain/derived-event.ts';
import { conversationEvents } from '../conversation-events.ts';
import { normalizeScan } from './normalize.ts';
import { gatherOutcomes, toCallOutcomes } from './outcomes.ts';
import { scanItems } from './scan.ts';

/** Tools by which the agent sends out another thread. */
const SUBAGENT_TOOLS: ReadonlySet<string> = new Set(['spawn_agent']);

/** Derives the typed events of the session's own thread, in record order, with exit statuses and durations. */
export function codexEvents(records: Iterable<KeptRecord | KeptDamage>): Iterable<DerivedEvent> {
  const scan = scanItems(records);
  const promptIds = new Map(scan.items.flatMap(({ id, turnId }) => (turnId === undefined ? [] : [[id, turnId]])));
  return conversationEvents(normalizeScan(scan), {
    outcomes: toCallOutcomes(gatherOutcomes(scan.items)),
    subagentTools: SUBAGENT_TOOLS,
    promptIds,
  });
}
