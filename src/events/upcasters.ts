import { EVENT_VERSION } from './envelope.ts';

/** The part of a parsed line that an upcaster may change. */
export interface VersionedLine {
  readonly v: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Lifts a line's data from one version to the next. */
type Upcaster = (type: string, data: VersionedLine['data']) => VersionedLine['data'];

/** `UPCASTERS[v]` lifts version v to v + 1. Version 1 is the present, so there is none yet. */
const UPCASTERS: Readonly<Record<number, Upcaster>> = {};

/**
 * Gives a persisted line the present shape, at read time: files are never migrated in place. A line of the present version,
 * or of a newer one that only its reader can judge, is returned as it is.
 */
export function upcast<L extends VersionedLine>(line: L): L {
  let current = line;
  while (current.v < EVENT_VERSION) {
    const lift = UPCASTERS[current.v];
    if (lift === undefined) return current;
    current = { ...current, v: current.v + 1, data: lift(current.type, current.data) };
  }
  return current;
}
