import type { DirtyPath } from '../events/snapshot-data.ts';
import { decodePath, splitNul } from './git-path.ts';

/** A path that `git status` lists. */
export interface StatusPath {
  readonly path: string;
  readonly from?: string;
  readonly state: DirtyPath['state'];
  /** Blob of the path in HEAD; absent when HEAD has none. */
  readonly headBlob?: string;
}

/** What `git status --porcelain=v2 -z --branch` says. */
export interface StatusReport {
  readonly head?: string;
  readonly branch?: string;
  readonly detached: boolean;
  readonly upstream?: { readonly name: string; readonly ahead: number; readonly behind: number };
  readonly paths: readonly StatusPath[];
}

interface RunningReport {
  head?: string;
  branch?: string;
  detached: boolean;
  upstreamName?: string;
  ahead?: number;
  behind?: number;
}

const NO_OBJECT = /^0+$/;

/** The first fields, parted by single spaces, and the rest, which may hold spaces. */
function cutFields(entry: Buffer, count: number): { readonly fields: readonly string[]; readonly rest: Buffer } {
  const fields: string[] = [];
  let start = 0;
  for (let n = 0; n < count; n += 1) {
    const end = entry.indexOf(0x20, start);
    if (end === -1) break;
    fields.push(entry.toString('latin1', start, end));
    start = end + 1;
  }
  return { fields, rest: entry.subarray(start) };
}

function readHeader(report: RunningReport, line: string): void {
  const [, name, value = ''] = /^# (\S+) (.*)$/s.exec(line) ?? [];
  if (name === 'branch.oid' && value !== '(initial)') report.head = value;
  else if (name === 'branch.head' && value === '(detached)') report.detached = true;
  else if (name === 'branch.head') report.branch = value;
  else if (name === 'branch.upstream') report.upstreamName = value;
  else if (name === 'branch.ab') {
    const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(value) ?? [];
    report.ahead = Number(ahead ?? 0);
    report.behind = Number(behind ?? 0);
  }
}

function stateOf(marks: string, submodule: boolean): DirtyPath['state'] {
  if (submodule) return 'submodule';
  if (marks.endsWith('D') || marks === 'D.') return 'deleted';
  return marks.startsWith('A') ? 'added' : 'modified';
}

function blobOf(id: string | undefined): { readonly headBlob?: string } {
  return id === undefined || NO_OBJECT.test(id) ? {} : { headBlob: id };
}

/** `1 XY sub mH mI mW hH hI path`. */
function readOrdinary(entry: Buffer): StatusPath {
  const { fields, rest } = cutFields(entry, 8);
  const [, marks = '', sub = ''] = fields;
  return { path: decodePath(rest), state: stateOf(marks, sub.startsWith('S')), ...blobOf(fields[6]) };
}

/** `2 XY sub mH mI mW hH hI Xscore path`, then the former path as a field of its own. */
function readRenamed(entry: Buffer, from: Buffer | undefined): StatusPath {
  const { fields, rest } = cutFields(entry, 9);
  const [, marks = '', sub = ''] = fields;
  const state = marks.endsWith('D') ? 'deleted' : 'renamed';
  const copied = fields[8]?.startsWith('C') === true;
  return {
    path: decodePath(rest),
    state: sub.startsWith('S') ? 'submodule' : copied ? 'added' : state,
    ...(from === undefined || copied ? {} : { from: decodePath(from) }),
    ...(copied ? {} : blobOf(fields[6])),
  };
}

/** Reads one entry; `following` is the field after it, which belongs to a renamed one. */
function readEntry(entry: Buffer, following: Buffer | undefined): StatusPath | undefined {
  switch (String.fromCharCode(entry[0] ?? 0)) {
    case '1':
      return readOrdinary(entry);
    case '2':
      return readRenamed(entry, following);
    case 'u':
      return { path: decodePath(cutFields(entry, 10).rest), state: 'unmerged' };
    case '?':
      return { path: decodePath(entry.subarray(2)), state: 'untracked' };
    default:
      return undefined;
  }
}

/** Reads the output of `git status`; what a cut left half is left out. */
export function parseStatus(out: Buffer): StatusReport {
  const report: RunningReport = { detached: false };
  const paths: StatusPath[] = [];
  const entries = splitNul(out);
  let renamed = false;
  for (const [at, entry] of entries.entries()) {
    const isFormerName: boolean = renamed;
    renamed = !isFormerName && entry[0] === '2'.charCodeAt(0);
    if (isFormerName) continue;
    if (entry[0] === '#'.charCodeAt(0)) readHeader(report, decodePath(entry));
    const path = readEntry(entry, entries[at + 1]);
    if (path !== undefined) paths.push(path);
  }
  const { upstreamName, ahead, behind, ...rest } = report;
  const counted = upstreamName !== undefined && ahead !== undefined;
  return { ...rest, ...(counted ? { upstream: { name: upstreamName, ahead, behind: behind ?? 0 } } : {}), paths };
}
