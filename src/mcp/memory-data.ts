import type { AppContext } from '../app/context.ts';
import { type MemoryView, viewMemories } from '../app/memory-view.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import type { Data } from './data-fence.ts';
import { isReadable, type Reach, tellable } from './reach.ts';

/** Records of the project, and those of the person, that a person made true; newest first. */
export function readableMemories(app: AppContext, reach: Reach): readonly MemoryRecord[] {
  const { project } = reach;
  const records = app.readModel.memories({ statuses: ['accepted'], ...(project === null ? {} : { project }) });
  return records.filter((record) => isReadable(app, record, reach));
}

function viewData(app: AppContext, view: MemoryView, reach: Reach): Data {
  const { id, kind, text, tags, paths, status, trust, confidence, knownAsOf, notice, asserted, pinned } = view;
  const { sessionId, agent, messageIds } = view.provenance;
  const session = tellable(app, sessionId, reach);
  const conflictsWith = view.conflictsWith.flatMap(({ id: other, reason }) => {
    const record = app.readModel.memory(other);
    return record !== undefined && isReadable(app, record, reach) ? [{ id: other, reason }] : [];
  });
  return {
    id,
    type: 'memory',
    kind,
    text,
    tags,
    paths,
    scope: view.scope === 'user' ? 'user' : 'project',
    state: status,
    trust,
    confidence,
    acceptedBy: asserted ? `${view.approvedBy} (asserted)` : 'a person',
    pinned,
    knownAsOf,
    notice,
    provenance: { session, agent, messages: session === null ? [] : messageIds },
    conflictsWith,
  };
}

/** Records that a person made true, as answers carry them. */
export function memoryData(app: AppContext, records: readonly MemoryRecord[], reach: Reach): readonly Data[] {
  return viewMemories(app, records).map((view) => viewData(app, view, reach));
}

/** What is told of a record that nobody accepted, or that holds no more: where it stands, and no word of its text. */
export function withheldData(app: AppContext, record: MemoryRecord, reach: Reach): Data {
  const { id, kind, status, instructionShaped, instructionConfirmed, supersededBy } = record;
  const next = supersededBy === null ? undefined : app.readModel.memory(supersededBy);
  const why =
    status === 'accepted' && instructionShaped && !instructionConfirmed
      ? 'it reads like an instruction to an agent, and no person confirmed it as one'
      : `it is ${status}: no person stands by it now`;
  return {
    id,
    type: 'memory',
    kind,
    text: null,
    state: status,
    withheld: `${why}; a person sees it with: loom memory show ${id}`,
    ...(next !== undefined && isReadable(app, next, reach) ? { supersededBy: next.id } : {}),
  };
}
