import { assertNever } from '../kernel/assert-never.ts';
import type { ErrorKind } from '../kernel/loom-error.ts';

/** Every way in which a command can fail: the kinds of {@link ErrorKind}, our own bugs, and an answer nobody got. */
export type FailureKind = ErrorKind | 'bug' | 'answer-not-written' | 'interrupted';

/** The process exit code of each kind of failure; success and "no results" are 0. */
export function exitCodeOf(kind: FailureKind): number {
  switch (kind) {
    case 'bug':
      return 1;
    case 'usage':
      return 2;
    case 'problem':
      return 3;
    case 'not-found':
      return 4;
    case 'busy':
      return 5;
    case 'refused':
      return 6;
    case 'storage':
      return 7;
    case 'unsafe':
      return 8;
    case 'newer-format':
      return 9;
    case 'answer-not-written':
      return 74;
    case 'interrupted':
      return 130;
    default:
      return assertNever(kind);
  }
}
