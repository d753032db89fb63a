import type { AppContext } from '../../app/context.ts';
import { listMemories } from '../../app/list-memories.ts';
import type { SessionScope } from '../../app/list-sessions.ts';
import type { MemoryView } from '../../app/memory-view.ts';
import { recentOutcomes } from '../../app/recent-outcomes.ts';
import type { MemoryStatus } from '../../domain/memory-state.ts';
import { countOf } from '../../kernel/count-of.ts';
import type { MemoriesQuestion, MemoryRow, MemorySection, Page } from '../../ui/ui-host.ts';
import { showTime } from '../times.ts';
import { paneScreen } from './answer-text.ts';

const STATUSES: Readonly<Record<Exclude<MemorySection, 'working context'>, readonly MemoryStatus[]>> = {
  accepted: ['accepted'],
  observations: ['proposed'],
  evidence: ['accepted', 'proposed'],
  superseded: ['superseded', 'retracted', 'rejected'],
  review: ['proposed'],
};

const NOTHING: Readonly<Record<MemorySection, string>> = {
  accepted: 'Nothing is accepted yet: loom memory propose TEXT',
  'working context': 'No session of this project came to anything yet',
  observations: 'Nobody claims anything that is not decided about',
  evidence: 'No record goes back to a session',
  superseded: 'Nothing was superseded, retracted or rejected',
  review: 'Nothing waits for you',
};

/** Decisions and constraints first, as the digest has them. */
const KIND_ORDER = ['constraint', 'decision', 'preference', 'procedure', 'fact', 'reference'];

function sourceOf({ provenance, trust }: MemoryView): string {
  const who = provenance.author ?? provenance.agent ?? trust;
  return provenance.sessionId === null ? who : `${who} ${provenance.sessionId.slice(0, 8)}`;
}

function timeOf(view: MemoryView): string {
  return showTime((view.acceptedAt ?? view.proposedAt) as Parameters<typeof showTime>[0], paneScreen());
}

function recordRow(view: MemoryView, section: MemorySection): MemoryRow {
  const seen = section === 'observations' && view.observations > 0 ? `(${view.observations}× again) ` : '';
  const evidence = section === 'evidence' ? `(${evidenceWords(view)}) ` : '';
  return {
    id: view.id,
    kind: section === 'superseded' ? view.status : view.kind,
    status: view.status,
    text: `${seen}${evidence}${view.text}`,
    source: sourceOf(view),
    when: timeOf(view),
    pinned: view.pinned,
    instructionShaped: view.instructionShaped && !view.instructionConfirmed,
  };
}

/** What a record goes back to. */
function evidenceWords({ provenance, evidence, observedIn }: MemoryView): string {
  const { messageIds, eventIds } = provenance;
  const parts = [
    messageIds.length > 0 ? `${messageIds.length} messages` : '',
    eventIds.length > 0 ? countOf(eventIds.length, 'event') : '',
    provenance.sessionId === null ? '' : 'a session',
    observedIn.length > 0 ? `met in ${observedIn.length} more` : '',
    evidence === null ? '' : 'asserted grounds',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function hasEvidence(view: MemoryView): boolean {
  return evidenceWords(view) !== '';
}

function kindPlace({ kind }: MemoryView): number {
  const place = KIND_ORDER.indexOf(kind);
  return place === -1 ? KIND_ORDER.length : place;
}

function recordsOf(
  app: AppContext,
  scope: SessionScope,
  section: Exclude<MemorySection, 'working context'>,
): readonly MemoryRow[] {
  const { rows } = listMemories(app, scope, { statuses: STATUSES[section] });
  const wanted = section === 'evidence' ? rows.filter(hasEvidence) : rows;
  const sorted = section === 'accepted' ? [...wanted].sort((a, b) => kindPlace(a) - kindPlace(b)) : wanted;
  // Oldest first, as a review goes through them.
  return (section === 'review' ? [...sorted].reverse() : sorted).map((view) => recordRow(view, section));
}

/** What a session that starts now is told of the last ones. */
function contextRows(app: AppContext, scope: SessionScope): readonly MemoryRow[] {
  app.readModel.catchUp();
  if (scope.all || scope.project === null) return [];
  return recentOutcomes(app, scope.project).map(({ session, at, done, text }) => ({
    id: session,
    kind: done ? 'done' : 'open',
    status: 'outcome',
    text,
    source: `session ${session.slice(0, 8)}`,
    when: showTime(at, paneScreen()),
    pinned: false,
    instructionShaped: false,
  }));
}

function noteOf({ section, everyProject }: MemoriesQuestion): string {
  return section === 'working context' && everyProject ? 'Working context is of one project: w' : NOTHING[section];
}

/** Reads a part of memory. */
export function pageOfMemory(app: AppContext, scope: SessionScope, question: MemoriesQuestion): Page<MemoryRow> {
  const { section } = question;
  const all = section === 'working context' ? contextRows(app, scope) : recordsOf(app, scope, section);
  const words = question.words.trim().toLowerCase().split(/\s+/u);
  const rows = all.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  const note = rows.length < all.length ? 'Nothing here has these words' : noteOf(question);
  return { rows, total: rows.length, complete: true, note };
}
