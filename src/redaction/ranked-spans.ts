/** Part of a text that is a secret. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
}

/** A span with what decides who names it. */
export interface RankedSpan extends SecretSpan {
  /** Lower names the span. */
  readonly rank: number;
}

/** Rank of the first rule that knows only surroundings. */
export const CONTEXTUAL_RANK = 1000;

const PLACEHOLDER = /\[redacted(?::[a-z0-9-]{1,40}:[0-9a-f]{8})?\]/g;

const ONLY_PLACEHOLDERS = new RegExp(`^(?:${PLACEHOLDER.source})+$`);

/** Whether a text is a placeholder, or several, and nothing else. */
export function isPlaceholder(text: string): boolean {
  return text.startsWith('[redacted') && ONLY_PLACEHOLDERS.test(text);
}

/** Placeholders that stand in a text. */
export function placeholders(text: string): readonly SecretSpan[] {
  if (!text.includes('[redacted')) return [];
  return Array.from(text.matchAll(PLACEHOLDER), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    rule: '',
  }));
}

/** Joins overlapping spans; the one of lowest rank names the whole. A span that touches a placeholder is left out. */
export function mergeSpans(found: RankedSpan[], kept: readonly SecretSpan[]): readonly RankedSpan[] {
  const merged: RankedSpan[] = [];
  for (const span of withoutTouching(
    found.sort((a, b) => a.start - b.start || a.rank - b.rank),
    kept,
  )) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) {
      merged.push(span);
      continue;
    }
    const named = span.rank < last.rank ? span : last;
    merged[merged.length - 1] = { ...named, start: last.start, end: Math.max(last.end, span.end) };
  }
  return merged;
}

/** Both lists are in order of their starts. */
function withoutTouching(spans: readonly RankedSpan[], kept: readonly SecretSpan[]): readonly RankedSpan[] {
  let next = 0;
  return spans.filter((span) => {
    while (next < kept.length && (kept[next]?.end ?? 0) <= span.start) next += 1;
    return (kept[next]?.start ?? Number.POSITIVE_INFINITY) >= span.end;
  });
}
