import type { CommitBetween, WorktreeComparison } from '../app/ports/snapshots.ts';
import type { GitState } from '../events/snapshot-data.ts';
import { formatInstant } from '../kernel/instant.ts';
import { checkObjects } from './git-objects.ts';
import type { Checkout } from './open-checkout.ts';

const MOST_COMMITS = 50;
const MOST_SUBJECT = 200;

/** How HEAD moved, and by which commits. */
export type HeadMovement = Pick<WorktreeComparison, 'head' | 'commits' | 'commitCount'>;

const UNMOVED: HeadMovement = { head: 'same', commits: [], commitCount: 0 };

/** The tree without files, to which a checkout without commits is compared. Git knows it without being given it. */
export function emptyTree(head: string): string {
  return head.length === 64
    ? '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321'
    : '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
}

function readCommits(out: Buffer, redact: (text: string) => string): readonly CommitBetween[] {
  return out
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [id, seconds, subject] = line.split('\u001f');
      if (id === undefined || subject === undefined) return [];
      const at = Number.isFinite(Number(seconds)) ? formatInstant(Number(seconds) * 1000) : null;
      return [{ id, at, subject: redact(subject).slice(0, MOST_SUBJECT).toWellFormed() }];
    });
}

async function listCommits(checkout: Checkout, range: readonly string[], redact: (text: string) => string) {
  const format = '--format=%H%x1f%ct%x1f%s';
  const answer = await checkout.ask([
    'log',
    '-z',
    format,
    `--max-count=${MOST_COMMITS}`,
    '--no-color',
    '--no-decorate',
    '--no-notes',
    '--no-mailmap',
    '--encoding=UTF-8',
    ...range,
    '--',
  ]);
  return answer.ok ? readCommits(answer.out, redact) : [];
}

async function countSides(checkout: Checkout, range: string): Promise<readonly [number, number] | undefined> {
  const answer = await checkout.ask(['rev-list', '--left-right', '--count', range, '--']);
  const [, left, right] = /^(\d+)\t(\d+)/.exec(answer.ok ? answer.out.toString('latin1') : '') ?? [];
  return left === undefined || right === undefined ? undefined : [Number(left), Number(right)];
}

function nameMovement(gone: number, come: number, shallow: boolean): HeadMovement['head'] {
  if (gone === 0) return come === 0 ? 'same' : 'ahead';
  if (come === 0) return 'behind';
  // Where history was cut off, an ancestor cannot be told from a stranger.
  return shallow ? 'unknown' : 'rewritten';
}

/** A first commit since: all of history is new. */
async function moveFromNothing(
  checkout: Checkout,
  head: string,
  redact: (text: string) => string,
): Promise<HeadMovement> {
  const [commits, counted] = await Promise.all([
    listCommits(checkout, [head], redact),
    checkout.ask(['rev-list', '--count', head, '--']),
  ]);
  const count = counted.ok ? Number(counted.out.toString('latin1').trim()) : commits.length;
  return { head: 'ahead', commits, commitCount: count };
}

/** Compares the commit of then with the one of now. */
export async function traceHead(
  checkout: Checkout,
  { old, current }: { readonly old: GitState; readonly current: GitState },
  redact: (text: string) => string,
): Promise<HeadMovement> {
  if (old.head === current.head) return UNMOVED;
  if (current.head === undefined) return { head: 'gone', commits: [], commitCount: 0 };
  if (old.head === undefined) return moveFromNothing(checkout, current.head, redact);
  const [objects, sides, commits] = await Promise.all([
    checkObjects(checkout, [old.head]),
    countSides(checkout, `${old.head}...${current.head}`),
    listCommits(checkout, [`${old.head}..${current.head}`], redact),
  ]);
  if (objects !== undefined && objects[0]?.type !== 'commit') return { head: 'gone', commits: [], commitCount: 0 };
  if (sides === undefined) return { head: 'unknown', commits: [], commitCount: 0 };
  return { head: nameMovement(...sides, current.shallow === true), commits, commitCount: sides[1] };
}
