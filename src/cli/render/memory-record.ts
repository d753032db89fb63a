import type { MemoryView } from '../../app/memory-view.ts';
import type { ConflictReason } from '../../domain/memory-likeness.ts';
import { countOf } from '../../kernel/count-of.ts';
import { safeBlock, safeLine } from '../safe-text.ts';
import type { Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { showTime } from '../times.ts';

const CONFLICT_WORDS: Readonly<Record<ConflictReason, string>> = {
  opposite: 'says the opposite',
  'other-choice': 'makes another choice',
  'other-number': 'names another number',
  'other-value': 'says something else of it',
};

function instructionMark({ instructionShaped, instructionConfirmed }: MemoryView): string {
  if (!instructionShaped) return '';
  return instructionConfirmed ? 'instruction' : 'unconfirmed instruction';
}

function trustMark({ status, trust }: MemoryView): string {
  if (status !== 'proposed' || trust === 'person') return '';
  return trust === 'agent' ? 'by an agent' : 'untrusted';
}

function staleWords({ stale = [] }: MemoryView): readonly string[] {
  return stale.map(({ path, now }) => `${now} since: ${safeLine(path)}`);
}

function marks(view: MemoryView): string {
  const { conflictsWith, observations } = view;
  const flags = [
    view.pinned ? 'pinned' : '',
    instructionMark(view),
    trustMark(view),
    view.asserted ? 'asserted' : '',
    conflictsWith.length > 0 ? `conflicts: ${conflictsWith.length}` : '',
    observations > 0 ? `seen again: ${observations}` : '',
    ...staleWords(view).slice(0, 1),
    view.blocked === null ? '' : 'blocked',
  ];
  return flags.filter((flag) => flag !== '').join(', ');
}

const COLUMNS: readonly Column<MemoryView>[] = [
  { title: 'id', value: (view) => view.shortId, paint: (text, _view, screen) => screen.paint.name(text) },
  { title: 'status', value: (view) => view.status },
  { title: 'kind', value: (view) => view.kind },
  { title: 'known', value: (view, screen) => showTime((view.acceptedAt ?? view.proposedAt) as never, screen) },
  { title: 'marks', value: marks },
  { title: 'text', value: (view) => view.text, flexible: true },
];

/** Records as a table on a terminal, as tab-separated columns elsewhere. */
export function renderMemoryList(rows: readonly MemoryView[], screen: Screen): string {
  const plain = screen.terminal && rows.every((row) => marks(row) === '');
  return renderTable(rows, plain ? COLUMNS.filter(({ title }) => title !== 'marks') : COLUMNS, screen);
}

function originOf(view: MemoryView): string {
  const { provenance, trust } = view;
  const who = [provenance.author, provenance.agent].filter((name) => name !== null).join(', ');
  const from = provenance.sessionId === null ? '' : ` in session ${provenance.sessionId}`;
  return `${who === '' ? trust : `${who} (${trust})`}${from}`;
}

function acceptanceOf(view: MemoryView): readonly string[] {
  if (view.acceptedAt === null) return [];
  const { approvedBy, evidence } = view;
  if (approvedBy === null) return [`accepted  ${view.acceptedAt} on a terminal`];
  return [`accepted  ${view.acceptedAt}, asserted: by ${safeLine(approvedBy)}, ${safeLine(evidence ?? '')}`];
}

function line(name: string, value: string | null): readonly string[] {
  return value === null || value === '' ? [] : [`${name.padEnd(9)} ${safeLine(value)}`];
}

function stateLines(view: MemoryView): readonly string[] {
  const unconfirmed = view.instructionShaped && !view.instructionConfirmed;
  return [
    ...line('project', view.scope === 'user' ? 'yours, in every project' : (view.project?.name ?? null)),
    ...line('tags', view.tags.join(', ')),
    ...line('paths', view.paths.join(', ')),
    `proposed  ${view.proposedAt} by ${safeLine(originOf(view))}`,
    ...acceptanceOf(view),
    ...line('confirmed', view.confirmedAt),
    ...(view.supersededBy === null ? [] : [`replaced  by ${view.supersededBy}`]),
    ...(view.supersedes === null ? [] : [`replaces  ${view.supersedes}`]),
    ...line('met again', view.observations === 0 ? null : `${view.observations}×`),
    ...(view.shapes.length === 0
      ? []
      : [`${unconfirmed ? 'UNCONFIRMED INSTRUCTION' : 'instruction'} (${view.shapes.join(', ')})`]),
    ...view.conflictsWith.map(({ id, reason }) => `conflict  ${id} ${CONFLICT_WORDS[reason]}`),
    ...staleWords(view).map((words) => `stale     ${words}`),
    ...line('redacted', Object.keys(view.redactions).join(', ')),
  ];
}

/** One record with all that is known of it. */
export function renderMemoryRecord(view: MemoryView): string {
  const pinned = view.pinned ? ', pinned' : '';
  const head = `${view.id}  ${view.status} ${view.kind}${pinned}`;
  const text = view.status === 'forgotten' ? '(forgotten)' : safeBlock(view.text);
  const notice = view.status === 'accepted' ? [view.notice] : [];
  return `${[head, '', text, '', ...stateLines(view), ...notice].join('\n')}\n`;
}

/** What a person reads before saying whether a record becomes memory. */
export function renderQuestion(view: MemoryView): string {
  return `\n${renderMemoryRecord(view)}\n`;
}

/** Records that cannot hold together with a new one. */
export function conflictNotes(view: MemoryView, others: readonly MemoryView[]): readonly string[] {
  return view.conflictsWith.flatMap(({ id, reason }) => {
    const other = others.find((candidate) => candidate.id === id);
    return other === undefined
      ? []
      : [`Conflict: ${other.shortId} ${CONFLICT_WORDS[reason]} (${other.status}): ${safeLine(other.text)}`];
  });
}

/** What to say beside a list of records whose files changed. */
export function staleNotes(rows: readonly MemoryView[]): readonly string[] {
  const [first] = rows;
  if (first === undefined) return ['no record of this project is about a file that changed since it was accepted'];
  return [`Still true: loom memory confirm ${first.shortId}; not any more: loom memory retract ${first.shortId}`];
}

/** What to say beside a list that shows nothing. */
export function emptyMemoryNotes(shown: number, elsewhere: number): readonly string[] {
  if (shown > 0) return [];
  if (elsewhere > 0) return [`no memory for this project; ${countOf(elsewhere, 'record')} elsewhere (--all)`];
  return ['no memory yet; begin with: loom memory propose TEXT'];
}
