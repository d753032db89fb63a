import { decodePath, splitNul } from './git-path.ts';
import type { Checkout } from './open-checkout.ts';

const DIFF_LIMIT = 16 * 1024 * 1024;
const NO_OBJECT = /^0+$/;
/** `:<mode> <mode> <blob> <blob> <status>`. */
const RAW = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/;
const SUBMODULE = '160000';
const LINK = '120000';

/** One path that two commits have differently. */
export interface CommitDifference {
  readonly path: string;
  /** Former path of a renamed one. */
  readonly from?: string;
  /** Blobs, or commits of a submodule; absent where a commit has none. */
  readonly before?: string;
  readonly after?: string;
  readonly submodule: boolean;
  /** Whether the blob before says where a link leads. */
  readonly linkBefore: boolean;
}

/** Differences, or why there are none; `cut` when there were too many to list. */
export interface CommitDifferences {
  readonly differences: readonly CommitDifference[];
  readonly cut: boolean;
  readonly failed: false | 'failed' | 'slow';
}

function readDifference(head: RegExpExecArray, paths: readonly Buffer[]): CommitDifference {
  const [, modeBefore = '', modeAfter = '', before = '', after = '', status] = head;
  const [first = Buffer.alloc(0), second] = paths;
  const moved = status === 'R' && second !== undefined;
  return {
    path: decodePath(second ?? first),
    ...(moved ? { from: decodePath(first) } : {}),
    ...(NO_OBJECT.test(before) || (status === 'C' && second !== undefined) ? {} : { before }),
    ...(NO_OBJECT.test(after) ? {} : { after }),
    submodule: modeBefore === SUBMODULE || modeAfter === SUBMODULE,
    linkBefore: modeBefore === LINK,
  };
}

/** Reads the output of `git diff --raw -z`. */
export function parseRawDiff(out: Buffer): readonly CommitDifference[] {
  const fields = splitNul(out);
  const differences: CommitDifference[] = [];
  let at = 0;
  while (at < fields.length) {
    const head = RAW.exec(fields[at]?.toString('latin1') ?? '');
    if (head === null) break;
    const count = head[5] === 'R' || head[5] === 'C' ? 2 : 1;
    const paths = fields.slice(at + 1, at + 1 + count);
    if (paths.length < count) break;
    differences.push(readDifference(head, paths));
    at += 1 + count;
  }
  return differences;
}

/** Asks git which paths differ between two commits, renamed ones told as one. */
export async function diffCommits(checkout: Checkout, before: string, after: string): Promise<CommitDifferences> {
  const answer = await checkout.ask(
    [
      'diff-tree',
      '-r',
      '--raw',
      '-z',
      '--no-abbrev',
      '-M',
      '--no-ext-diff',
      '--no-textconv',
      '--ignore-submodules=none',
      before,
      after,
      '--',
    ],
    { outputLimit: DIFF_LIMIT },
  );
  if (answer.ok) return { differences: parseRawDiff(answer.out), cut: false, failed: false };
  if (answer.why === 'cut') return { differences: parseRawDiff(answer.out), cut: true, failed: false };
  return { differences: [], cut: false, failed: answer.why };
}
