import type { MemoryKind } from '../events/memory-data.ts';
import type { MemoryRecord } from './memory-state.ts';

/** Parts of a digest: what a person pinned, then records by kind, then what came of the last sessions. */
export type DigestSection = 'pinned' | MemoryKind | 'recently';

/** Sections in the order of the page, with their headings. */
export const DIGEST_SECTIONS: readonly (readonly [DigestSection, string])[] = [
  ['pinned', 'Pinned'],
  ['constraint', 'Constraints'],
  ['decision', 'Decisions'],
  ['preference', 'Preferences'],
  ['procedure', 'Procedures'],
  ['fact', 'Facts'],
  ['reference', 'References'],
  ['recently', 'Recently'],
];

/** The section that a heading opens; `undefined` for a heading that is none of the page's own. */
export function sectionOfHeading(heading: string): DigestSection | undefined {
  const word = heading.trim().toLowerCase();
  return DIGEST_SECTIONS.find(([, title]) => title.toLowerCase() === word)?.[0];
}

/** Where a record stands on the page. */
export function sectionOf({ pinned, kind }: Pick<MemoryRecord, 'pinned' | 'kind'>): DigestSection {
  return pinned ? 'pinned' : kind;
}
