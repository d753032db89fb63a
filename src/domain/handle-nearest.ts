import type { SessionView } from './session-view.ts';

const MOST_NEAREST = 3;
const LONGEST_COMPARED = 64;

/** Number of single-character edits between two texts. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** How far a session's names are from the text, as a share of the text's length; 1 and more is unlike. */
function distanceOf(text: string, view: SessionView): number {
  const title = (view.title ?? '').toLowerCase().slice(0, LONGEST_COMPARED);
  const whole = title === '' ? 1 : editDistance(text, title) / text.length;
  const inside = text.length >= 3 && title.includes(text) ? 0.25 : 1;
  const [id, native] = [view.id, view.nativeId.toLowerCase()].map(
    (name) => editDistance(text, name.slice(0, text.length)) / text.length,
  );
  return Math.min(whole, inside, id ?? 1, native ?? 1);
}

/** Up to three sessions that the text may have meant, nearest first; at most a third of it may differ. */
export function nearestOf(text: string, views: readonly SessionView[]): readonly SessionView[] {
  const wanted = text.toLowerCase().slice(0, LONGEST_COMPARED);
  if (wanted.length < 2) return [];
  return views
    .map((view) => ({ view, distance: distanceOf(wanted, view) }))
    .filter(({ distance }) => distance <= 1 / 3)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MOST_NEAREST)
    .map(({ view }) => view);
}
