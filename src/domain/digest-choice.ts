import { parseInstant } from '../kernel/instant.ts';
import { CHARS_PER_TOKEN } from './context-budget.ts';
import { type LineSubject, type MarkLine, textOnLine, writeLine } from './digest-line.ts';
import type { DigestOutcome } from './digest-outcome.ts';
import { DIGEST_SECTIONS, type DigestSection, sectionOf } from './digest-section.ts';
import { findShapes } from './instruction-shape.ts';
import { isInForce, type MemoryRecord } from './memory-state.ts';

/** One line that may stand in the digest. */
export interface DigestItem {
  readonly subject: LineSubject;
  readonly section: DigestSection;
  /** The line as it is printed. */
  readonly line: string;
  /** Day on which it was known last: `2026-05-03`. */
  readonly asOf: string;
  /** What is lowest goes first. */
  readonly signal: number;
  /** Order inside its section. */
  readonly key: string;
}

const KIND_SIGNAL: Readonly<Record<MemoryRecord['kind'], number>> = {
  constraint: 70,
  decision: 60,
  preference: 50,
  procedure: 45,
  fact: 40,
  reference: 30,
};
/** Kinds that do not lose weight with age. */
const LASTING: ReadonlySet<MemoryRecord['kind']> = new Set(['constraint', 'decision', 'preference']);
const PINNED = 1000;
const CONFIRMED = 10;
const MONTH = 30;
const MOST_AGE_LOSS = 12;
const DAY_MILLIS = 86_400_000;

/** Weights of what came of a session: it fades to nothing within a month, unless the person pinned it. */
const OUTCOME_SIGNAL = 25;
const OUTCOME_DONE = 10;
const OUTCOME_PINNED = 20;
const MOST_OUTCOMES = 6;

function daysBetween(earlier: string, later: string): number {
  const [from, to] = [parseInstant(earlier)?.millis, parseInstant(later)?.millis];
  return from === undefined || to === undefined ? 0 : Math.max(0, Math.floor((to - from) / DAY_MILLIS));
}

function knownAt({ confirmedAt, acceptedAt, learnedAt, proposedAt }: MemoryRecord): string {
  return confirmedAt ?? acceptedAt ?? learnedAt ?? proposedAt;
}

/** Whether a record may be put before an agent: a person accepted it, and as an instruction if it reads like one. */
export function isDigestible(record: MemoryRecord): boolean {
  if (!isInForce(record) || record.blocked !== null) return false;
  // What marked the text may have been an older table, or another tool's word.
  return record.instructionConfirmed || findShapes(record.text).length === 0;
}

function sourceOf(record: MemoryRecord): string {
  const { provenance, confirmedAt } = record;
  const day = `${confirmedAt === null ? '' : 'confirmed '}${knownAt(record).slice(0, 10)}`;
  const source =
    provenance.sessionId !== null ? `session ${provenance.sessionId.slice(0, 8)}` : (provenance.agent ?? 'a person');
  return record.scope === 'user' ? `${day} · ${source} · every project` : `${day} · ${source}`;
}

function recordSignal(record: MemoryRecord, newest: string): number {
  const months = Math.floor(daysBetween(knownAt(record), newest) / MONTH);
  const age = LASTING.has(record.kind) ? 0 : Math.min(MOST_AGE_LOSS, months * 2);
  return (
    KIND_SIGNAL[record.kind] + (record.pinned ? PINNED : 0) + (record.confidence === 'confirmed' ? CONFIRMED : 0) - age
  );
}

function recordItem(mark: MarkLine, record: MemoryRecord, newest: string): DigestItem {
  const subject = { kind: 'memory', id: record.id } as const;
  const section = sectionOf(record);
  const line = writeLine(mark, { ...subject, section, text: textOnLine(record.text), source: sourceOf(record) });
  return {
    subject,
    section,
    line,
    asOf: knownAt(record).slice(0, 10),
    signal: recordSignal(record, newest),
    key: `${record.acceptedAt ?? record.proposedAt} ${record.id}`,
  };
}

function outcomeItem(mark: MarkLine, outcome: DigestOutcome, newest: string): DigestItem | undefined {
  const age = daysBetween(outcome.at, newest);
  if (age >= MONTH && !outcome.pinned) return undefined;
  const subject = { kind: 'session', id: outcome.session } as const;
  const day = outcome.at.slice(0, 10);
  const text = textOnLine(outcome.text);
  return {
    subject,
    section: 'recently',
    line: writeLine(mark, { ...subject, section: 'recently', text, source: day }),
    asOf: day,
    signal:
      OUTCOME_SIGNAL * (1 - Math.min(age, MONTH) / MONTH) +
      (outcome.done ? OUTCOME_DONE : 0) +
      (outcome.pinned ? OUTCOME_PINNED : 0),
    key: outcome.at,
  };
}

function bySignal(one: DigestItem, other: DigestItem): number {
  if (one.signal !== other.signal) return other.signal - one.signal;
  if (one.key !== other.key) return one.key > other.key ? -1 : 1;
  return one.subject.id < other.subject.id ? -1 : 1;
}

/** Records in the order in which they were accepted, so that a new one moves none; sessions newest first. */
function byPlace(one: DigestItem, other: DigestItem): number {
  const order = (item: DigestItem): number => DIGEST_SECTIONS.findIndex(([section]) => section === item.section);
  if (one.section !== other.section) return order(one) - order(other);
  const turn = one.section === 'recently' ? -1 : 1;
  if (one.key !== other.key) return one.key < other.key ? -turn : turn;
  return one.subject.id < other.subject.id ? -1 : 1;
}

/** What a digest is made of. */
export interface DigestSources {
  /** Records that hold in the project; those that may not be shown are left out here. */
  readonly records: readonly MemoryRecord[];
  readonly outcomes: readonly DigestOutcome[];
}

/** The lines of a digest in their order, and how many records did not fit. */
export interface DigestChoice {
  readonly items: readonly DigestItem[];
  readonly omitted: number;
}

/** Latest time that the sources name: age is counted from there, so that time alone changes no page. */
function newestOf({ records, outcomes }: DigestSources): string {
  return [...records.map(knownAt), ...outcomes.map(({ at }) => at)].sort().at(-1) ?? '';
}

/** Takes what weighs most, as long as it fits. */
function fitting(items: readonly DigestItem[], room: number): readonly DigestItem[] {
  const sections = new Set<DigestSection>();
  let used = 0;
  const taken: DigestItem[] = [];
  for (const item of items) {
    const title = DIGEST_SECTIONS.find(([section]) => section === item.section)?.[1] ?? '';
    used += item.line.length + 1 + (sections.has(item.section) ? 0 : title.length + 6);
    if (used > room) break;
    sections.add(item.section);
    taken.push(item);
  }
  return taken;
}

/**
 * Chooses and orders the lines of a digest: nothing unaccepted, nothing that gave way, the lowest signal left out first
 * until the rest fits into so many estimated tokens beside `frame` characters of heading.
 */
export function chooseDigest(
  mark: MarkLine,
  sources: DigestSources,
  limits: { readonly tokens: number; readonly frame: number },
): DigestChoice {
  const records = sources.records.filter(isDigestible);
  const newest = newestOf({ ...sources, records });
  // A project that rests still tells what was done in it last.
  const latest = newestOf({ records: [], outcomes: sources.outcomes });
  const outcomes = sources.outcomes.flatMap((outcome) => outcomeItem(mark, outcome, latest) ?? []);
  const items = [
    ...records.map((record) => recordItem(mark, record, newest)),
    ...outcomes.sort(bySignal).slice(0, MOST_OUTCOMES),
  ].sort(bySignal);
  const taken = fitting(items, limits.tokens * CHARS_PER_TOKEN - limits.frame);
  const omitted = records.length - taken.filter(({ subject }) => subject.kind === 'memory').length;
  return { items: [...taken].sort(byPlace), omitted };
}
