import { type EventId, eventTail, type IsoTime } from '../kernel/ids.ts';
import { instantMillis } from '../kernel/instant.ts';

/** How far apart, in milliseconds, two witnesses of one prompt may date it. */
const FARTHEST = 10 * 60_000;

/** A prompt that was recorded while it was given. */
export interface CapturedPrompt {
  readonly id: EventId;
  readonly at: IsoTime;
  readonly text: string;
  /** Files or images went with the words: the transcript may hold more than these. */
  readonly attached?: true;
}

/** A prompt of the kept transcript. */
export interface KeptPrompt {
  /** Tails of the facts that its native keys make. */
  readonly tails: readonly string[];
  readonly at: IsoTime | null;
  readonly text: string;
  /** Message of the conversation. */
  readonly messageId?: string;
}

/** White space is told differently by every witness. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

interface Dated<Prompt> {
  readonly prompt: Prompt;
  /** Null for a time that is not told. */
  readonly millis: number | null;
}

function dated<Prompt extends { readonly at: IsoTime | null }>(prompt: Prompt): Dated<Prompt> {
  return { prompt, millis: prompt.at === null ? null : instantMillis(prompt.at) };
}

function keptByText(kept: readonly KeptPrompt[]): ReadonlyMap<string, readonly Dated<KeptPrompt>[]> {
  const byText = new Map<string, Dated<KeptPrompt>[]>();
  for (const prompt of kept) {
    const text = plain(prompt.text);
    const same = byText.get(text);
    if (same === undefined) byText.set(text, [dated(prompt)]);
    else same.push(dated(prompt));
  }
  return byText;
}

interface Pair {
  readonly captured: CapturedPrompt;
  readonly kept: KeptPrompt;
  readonly distance: number;
}

/** Pairs that may be twins, the nearest first. A kept prompt without a time may be of any, and comes after all others. */
function pairsByText(captured: readonly CapturedPrompt[], kept: readonly KeptPrompt[]): readonly Pair[] {
  const byText = keptByText(kept);
  const pairs: Pair[] = [];
  for (const prompt of captured) {
    const millis = instantMillis(prompt.at);
    for (const other of byText.get(plain(prompt.text)) ?? []) {
      const distance = other.millis === null ? FARTHEST : Math.abs(millis - other.millis);
      if (distance <= FARTHEST) pairs.push({ captured: prompt, kept: other.prompt, distance });
    }
  }
  return pairs.sort((a, b) => a.distance - b.distance);
}

/** Pairs whose kept prompt holds the words that were typed, and what went with them; the nearest first. */
function pairsWithin(captured: readonly CapturedPrompt[], kept: readonly KeptPrompt[]): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const prompt of captured) {
    const words = plain(prompt.text);
    for (const other of kept) {
      const distance = other.at === null ? FARTHEST : Math.abs(instantMillis(prompt.at) - instantMillis(other.at));
      if (distance <= FARTHEST && plain(other.text).includes(words))
        pairs.push({ captured: prompt, kept: other, distance });
    }
  }
  return pairs.sort((a, b) => a.distance - b.distance);
}

/**
 * The captured prompts that the kept transcript has too, each with its twin, if it is known. Twins are those with one native key, then those with
 * the same words, the nearest in time first, at most ten minutes apart, then those whose words stand in a longer one because
 * something was attached; each has one twin. A captured prompt without words
 * says that its words are in the transcript.
 */
export function pairPrompts(
  captured: readonly CapturedPrompt[],
  kept: readonly KeptPrompt[],
): ReadonlyMap<CapturedPrompt, KeptPrompt | null> {
  const byTail = new Map(kept.flatMap((prompt) => prompt.tails.map((tail) => [tail, prompt] as const)));
  const taken = new Set<KeptPrompt>();
  const paired = new Map<CapturedPrompt, KeptPrompt | null>();
  for (const one of captured) {
    const twin = byTail.get(eventTail(one.id));
    if (twin !== undefined) taken.add(twin);
    if (twin !== undefined || plain(one.text) === '') paired.set(one, twin ?? null);
  }
  const rest = captured.filter((one) => !paired.has(one));
  const pairUp = (pairs: readonly Pair[]): void => {
    for (const pair of pairs) {
      if (paired.has(pair.captured) || taken.has(pair.kept)) continue;
      paired.set(pair.captured, pair.kept);
      taken.add(pair.kept);
    }
  };
  pairUp(pairsByText(rest, kept));
  const attached = rest.filter((one) => one.attached === true && !paired.has(one));
  if (attached.length > 0) pairUp(pairsWithin(attached, kept));
  return paired;
}

/** The captured prompts that the kept transcript lacks, in their order; see {@link pairPrompts}. */
export function unpairedPrompts<Captured extends CapturedPrompt>(
  captured: readonly Captured[],
  kept: readonly KeptPrompt[],
): readonly Captured[] {
  const paired = pairPrompts(captured, kept);
  return captured.filter((one) => !paired.has(one));
}
