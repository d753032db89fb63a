import type { Where } from '../events/session-data.ts';
import type { EventId, IsoTime, ProjectId } from '../kernel/ids.ts';

/** A place that a person said belongs to the project; it outranks fingerprints. */
export interface ProjectLink {
  readonly event: EventId;
  readonly where: Where;
}

/** One project as the fold of places knows it. */
export interface ProjectState {
  readonly id: ProjectId;
  /** The event that founded it. */
  readonly founded: EventId;
  /** Base name of the first place. */
  readonly name: string;
  /** Places seen, newest fact last; fingerprints are matched against all of them. */
  readonly places: readonly Where[];
  readonly firstAt: IsoTime;
  readonly lastAt: IsoTime;
  /** Whether `project.identified` froze it. */
  readonly frozen: boolean;
  /** Founded because fingerprints disagreed; only a person's link or merge resolves it. */
  readonly unconfirmed: boolean;
  /** Set when a person merged it into another project. */
  readonly mergedInto: ProjectId | null;
  /** The event that merged it; taking that event back sets `mergedInto` to null again. */
  readonly mergedBy?: EventId | null;
  readonly links?: readonly ProjectLink[];
}

/** All projects of the store. Plain JSON, so that an index can hold it as it is. */
export interface ProjectsState {
  readonly storeId: string;
  readonly projects: readonly ProjectState[];
}
