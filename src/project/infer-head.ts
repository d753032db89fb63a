import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { InferredHead } from '../app/ports/snapshots.ts';
import type { IsoTime } from '../kernel/ids.ts';
import { formatInstant, instantMillis } from '../kernel/instant.ts';
import { type Checkout, openCheckout } from './open-checkout.ts';
import type { Looking } from './snapshots.ts';

const TAIL_BYTES = 4 * 1024 * 1024;
const MOST_EVIDENCE = 200;
const LINE = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) .*?>? (\d+) [+-]\d{4}\t?(.*)$/;
const SWITCH = /^checkout: moving from (\S+) to (\S+)$/;
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

interface ReflogEntry {
  readonly from: string;
  readonly to: string;
  /** Seconds since the epoch. */
  readonly seconds: number;
  readonly message: string;
}

function readTail(path: string): string {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return '';
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return '';
    const start = Math.max(0, stats.size - TAIL_BYTES);
    const bytes = Buffer.alloc(stats.size - start);
    const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, start));
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } catch {
    return '';
  } finally {
    closeSync(file);
  }
}

/** Entries of a reflog, oldest first; lines that are none are passed over. */
export function parseReflog(text: string): readonly ReflogEntry[] {
  return text.split('\n').flatMap((line) => {
    const [, from, to, seconds, message] = LINE.exec(line) ?? [];
    if (from === undefined || to === undefined || seconds === undefined) return [];
    return [{ from, to, seconds: Number(seconds), message: message ?? '' }];
  });
}

/** The entry that held at a moment: the last one written by then. Clocks may step back, so its place in the file decides. */
function entryAt(entries: readonly ReflogEntry[], millis: number): number {
  return entries.findLastIndex(({ seconds }) => seconds * 1000 <= millis);
}

/** The branch that HEAD stood on: where the last switch before led, else where the first one after came from. */
function branchAt(entries: readonly ReflogEntry[], index: number): string | undefined {
  const switches = entries.map(({ message }) => SWITCH.exec(message));
  const before = switches.slice(0, index + 1).findLast((match) => match !== null);
  const after = switches.slice(index + 1).find((match) => match !== null);
  const name = before?.[2] ?? after?.[1];
  return name === undefined || OBJECT_ID.test(name) ? undefined : name;
}

function isSafeBranch(branch: string): boolean {
  return branch.length <= 512 && !branch.split('/').some((part) => part === '' || part.startsWith('.'));
}

interface Question {
  readonly at: IsoTime;
  readonly branch?: string;
}

function tell(looking: Looking, log: string, entry: ReflogEntry): string {
  const when = formatInstant(entry.seconds * 1000);
  const line = `reflog ${log}: ${entry.from.slice(0, 12)}..${entry.to.slice(0, 12)} ${when} ${entry.message}`;
  return looking.redactor.redact(line).text.slice(0, MOST_EVIDENCE).toWellFormed();
}

function fromReflogs(looking: Looking, checkout: Checkout, { at, branch }: Question): InferredHead | null {
  const millis = instantMillis(at);
  const entries = parseReflog(readTail(join(checkout.gitDir, 'logs', 'HEAD')));
  const index = entryAt(entries, millis);
  const entry = entries[index];
  const stood = entry === undefined ? undefined : branchAt(entries, index);
  if (entry !== undefined && (branch === undefined || stood === undefined || stood === branch)) {
    const name = stood ?? branch;
    return { head: entry.to, ...(name === undefined ? {} : { branch: name }), evidence: tell(looking, 'HEAD', entry) };
  }
  // Another worktree may have stood on the branch that the session names.
  if (branch === undefined || !isSafeBranch(branch)) return null;
  const ofBranch = parseReflog(readTail(join(checkout.commonDir, 'logs', 'refs', 'heads', branch)));
  const found = ofBranch[entryAt(ofBranch, millis)];
  return found === undefined ? null : { head: found.to, branch, evidence: tell(looking, branch, found) };
}

/** The last commit of a branch by its date: a guess, since commits may have come later than they were made. */
async function fromDates(checkout: Checkout, { at, branch }: Question): Promise<InferredHead | null> {
  const tip = branch === undefined || !isSafeBranch(branch) ? 'HEAD' : `refs/heads/${branch}`;
  const answer = await checkout.ask(['rev-list', '-1', `--before=${at}`, '--end-of-options', tip, '--']);
  const head = answer.ok ? answer.out.toString('latin1').trim() : '';
  if (!OBJECT_ID.test(head)) return null;
  const evidence = `git rev-list -1 --before=${at} ${tip}`;
  return { head, ...(branch === undefined ? {} : { branch }), evidence };
}

/**
 * Where HEAD was at a moment: from the reflog of the checkout, else of the branch, else the newest commit that is older.
 * Null when none of them tells.
 */
export async function inferHead(looking: Looking, cwd: string, question: Question): Promise<InferredHead | null> {
  const opened = openCheckout(looking, cwd);
  if (opened.kind !== 'open') return null;
  return fromReflogs(looking, opened.checkout, question) ?? (await fromDates(opened.checkout, question));
}
