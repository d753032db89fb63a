import type { SkippedPath } from './ports/importer.ts';
import type { SourceReader } from './ports/source-reader.ts';

/** Places to search, apart by what is at them; where nothing is, there is nothing to tell. */
export interface LookedPlaces {
  readonly there: readonly string[];
  /** Something is there that cannot be looked at, and why. */
  readonly blocked: readonly SkippedPath[];
}

/** Looks at places before they are searched. */
export function lookAtPlaces(sources: SourceReader, places: readonly string[]): LookedPlaces {
  const looks = places.map((place) => ({ place, look: sources.look(place) }));
  return {
    there: looks.flatMap(({ place, look }) => (look === 'there' ? [place] : [])),
    blocked: looks.flatMap(({ look }) => (typeof look === 'string' ? [] : [look])),
  };
}
