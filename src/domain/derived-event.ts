import type { IsoTime } from '../kernel/ids.ts';

/**
 * An event that follows from kept records and is therefore not stored twice. Same type names and data schema as
 * captured events; `key` is the native key that makes its id deterministic.
 */
export interface DerivedEvent {
  readonly type: string;
  readonly key: string;
  readonly at: IsoTime | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly messageId?: string;
  readonly line: number;
}
