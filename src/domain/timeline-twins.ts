import type { LoomEvent, UnknownEvent } from '../events/envelope.ts';
import { eventTail } from '../kernel/ids.ts';
import { instantMillis, parseInstant } from '../kernel/instant.ts';
import { field, textField } from '../kernel/json-fields.ts';
import type { DerivedEvent } from './derived-event.ts';
import type { TailOf } from './session-timeline.ts';

type Journaled = LoomEvent | UnknownEvent;

/** How far apart, in milliseconds, two witnesses of one thing without a key may date it. */
const FARTHEST = 10 * 60_000;

/** Things that hooks have no key of: they are told apart by their time. */
const KEYLESS: ReadonlySet<string> = new Set([
  'session.compacted',
  'error.recorded',
  'run.interrupted',
  'subagent.started',
]);

const ENDS: ReadonlySet<string> = new Set(['tool.completed', 'tool.failed']);

/** A call ends once, however its end is told; a subagent is known by its own name as well as by the call it came from. */
function marksOf(type: string, data: Readonly<Record<string, unknown>>): readonly string[] {
  const call = textField(data, 'callId');
  if (ENDS.has(type)) return call === undefined ? [] : [`end ${call}`];
  if (!type.startsWith('subagent.')) return [];
  const subagent = textField(data, 'subagent');
  return [
    ...(call === undefined ? [] : [`${type} ${call}`]),
    ...(subagent === undefined ? [] : [`${type} ${subagent}`]),
  ];
}

function tailsOf({ type, key, data }: DerivedEvent, tailOf: TailOf): readonly string[] {
  const prompt = type === 'prompt.submitted' ? field(data, 'promptId') : undefined;
  return [key, ...(typeof prompt === 'string' ? [prompt] : [])].map((each) => `${type} ${tailOf(type, each)}`);
}

interface Pair {
  readonly live: Journaled;
  readonly derived: DerivedEvent;
  readonly distance: number;
}

function millisOf(at: string | null): number | undefined {
  const parsed = at === null ? undefined : parseInstant(at);
  return parsed === undefined || at === null ? undefined : instantMillis(at as DerivedEvent['at'] & string);
}

function distanceOf(live: Journaled, derived: DerivedEvent): number {
  const [one, other] = [millisOf(live.at), millisOf(derived.at)];
  return one === undefined || other === undefined ? Number.POSITIVE_INFINITY : Math.abs(one - other);
}

function pairsByTime(live: readonly Journaled[], derived: readonly DerivedEvent[]): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const one of live) {
    for (const other of derived) {
      if (other.type === one.type) pairs.push({ live: one, derived: other, distance: distanceOf(one, other) });
    }
  }
  return pairs.filter(({ distance }) => distance <= FARTHEST).sort((one, other) => one.distance - other.distance);
}

/** Pairs what has no key, the nearest in time first, each once. */
function twinsByTime(live: readonly Journaled[], derived: readonly DerivedEvent[]): ReadonlySet<DerivedEvent> {
  const taken = new Set<Journaled>();
  const twins = new Set<DerivedEvent>();
  for (const pair of pairsByTime(live, derived)) {
    if (taken.has(pair.live) || twins.has(pair.derived)) continue;
    taken.add(pair.live);
    twins.add(pair.derived);
  }
  return twins;
}

/** Calls without an id of the agent's own are told apart by what kind of fact they are of which tool. */
function timedKind({ type, data }: { readonly type: string; readonly data: object }): string {
  const name = textField(data as Readonly<Record<string, unknown>>, 'name') ?? '';
  return `${ENDS.has(type) ? 'end' : type} ${name}`;
}

function byKind<Event extends { readonly type: string; readonly data: object }>(events: readonly Event[]) {
  const kinds = new Map<string, Event[]>();
  for (const event of events) {
    const kind = timedKind(event);
    const same = kinds.get(kind);
    if (same === undefined) kinds.set(kind, [event]);
    else same.push(event);
  }
  return kinds;
}

/** So many facts on either side of one in time may be its twin. */
const NEIGHBOURS = 6;

/** How many of some facts, which are in order, were told before a time. */
function countBefore(derived: readonly DerivedEvent[], at: string): number {
  let [low, high] = [0, derived.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((derived[middle]?.at ?? '') < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Pairs facts of one kind: the nearest in time first, then, in their order, those that bear no time. */
function twinsOfKind(live: readonly Journaled[], derived: readonly DerivedEvent[]): readonly DerivedEvent[] {
  const dated = derived.filter(({ at }) => at !== null).sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1));
  const pairs = live.flatMap((one) => {
    const place = countBefore(dated, one.at);
    const near = dated.slice(Math.max(0, place - NEIGHBOURS), place + NEIGHBOURS);
    return near.map((other): Pair => ({ live: one, derived: other, distance: distanceOf(one, other) }));
  });
  const taken = new Map<Journaled, DerivedEvent>();
  const twins = new Set<DerivedEvent>();
  for (const pair of pairs.sort((one, other) => one.distance - other.distance)) {
    if (pair.distance > FARTHEST || taken.has(pair.live) || twins.has(pair.derived)) continue;
    taken.set(pair.live, pair.derived);
    twins.add(pair.derived);
  }
  const left = live.length - taken.size;
  return [...twins, ...derived.filter(({ at }) => at === null).slice(0, left)];
}

/** Twins of calls that a hook could not name. */
function twinsOfTimed(journaled: readonly Journaled[], derived: readonly DerivedEvent[]): ReadonlySet<DerivedEvent> {
  const timed = journaled.filter(({ data }) => field(data as Readonly<Record<string, unknown>>, 'timed') === true);
  if (timed.length === 0) return new Set();
  const others = byKind(derived.filter(({ type }) => type.startsWith('tool.')));
  const pairs = [...byKind(timed)].map(([kind, live]) => twinsOfKind(live, others.get(kind) ?? []));
  return new Set(pairs.flat());
}

/**
 * Derived events without those that say what a journaled one says already: by native key, by the call or the subagent that
 * both name, and, where a hook has neither, by time. A call that a hook could not name is the nearest one of its tool. `prompts`: messages whose prompt is known to be journaled.
 */
export function withoutTwins(
  journaled: readonly Journaled[],
  derived: readonly DerivedEvent[],
  { tailOf, prompts }: { readonly tailOf: TailOf; readonly prompts: ReadonlySet<string> },
): readonly DerivedEvent[] {
  const tails = new Set(journaled.map(({ type, id }) => `${type} ${eventTail(id)}`));
  const marks = new Set(
    journaled.flatMap(({ type, data }) => marksOf(type, data as Readonly<Record<string, unknown>>)),
  );
  const paired = new Set<string>();
  const timed = twinsOfTimed(journaled, derived);
  const rest = derived.filter((event) => {
    if (timed.has(event)) return false;
    const isPrompt = event.type === 'prompt.submitted' && prompts.has(event.messageId ?? '');
    const tail = tailsOf(event, tailOf).find((each) => tails.has(each));
    if (tail !== undefined) paired.add(tail);
    return !isPrompt && tail === undefined && !marksOf(event.type, event.data).some((mark) => marks.has(mark));
  });
  const live = journaled.filter(
    ({ type, id, by }) => KEYLESS.has(type) && by.kind !== 'import' && !paired.has(`${type} ${eventTail(id)}`),
  );
  if (live.length === 0) return rest;
  const twins = twinsByTime(
    live,
    rest.filter(({ type }) => KEYLESS.has(type)),
  );
  return rest.filter((event) => !twins.has(event));
}
