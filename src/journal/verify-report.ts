import { closeSync } from 'node:fs';
import { relative } from 'node:path';
import type { StoreFinding } from '../app/ports/store-care.ts';
import { openSegment } from './segment-list.ts';
import { readAt } from './segment-reader.ts';
import type { StoreLayout } from './store-layout.ts';

/** Findings kept in a report; a segment of nothing but damage must not fill the memory. */
const MOST_FINDINGS = 10_000;
const CHUNK = 1024 * 1024;

/** What is wrong, without the place. */
type FoundFault = Pick<StoreFinding, 'severity' | 'code' | 'detail' | 'fix'>;

/** Collects findings, names files relative to the store, and works out line numbers when they are needed. */
export class FindingList {
  readonly #layout: StoreLayout;
  readonly #onFinding: ((finding: StoreFinding) => void) | undefined;
  readonly findings: StoreFinding[] = [];
  #counted = { path: '', offset: 0, feeds: 0 };
  errors = 0;
  warnings = 0;

  constructor(layout: StoreLayout, onFinding?: (finding: StoreFinding) => void) {
    this.#layout = layout;
    this.#onFinding = onFinding;
  }

  /** Adds a finding about a whole file. */
  about(path: string, found: FoundFault): void {
    this.add({ ...found, file: relative(this.#layout.home, path) || '.', line: null, offset: null });
  }

  /** Adds a finding about a place in a file. */
  at(path: string, offset: number, found: FoundFault): void {
    const line = this.#lineNumber(path, offset);
    this.add({ ...found, file: relative(this.#layout.home, path), line, offset });
  }

  add(finding: StoreFinding): void {
    if (finding.severity === 'error') this.errors += 1;
    if (finding.severity === 'warning') this.warnings += 1;
    if (this.findings.length < MOST_FINDINGS) this.findings.push(finding);
    this.#onFinding?.(finding);
  }

  /** Counts on from the last place that was asked for in the same file. */
  #lineNumber(path: string, offset: number): number {
    if (this.#counted.path !== path || this.#counted.offset > offset) this.#counted = { path, offset: 0, feeds: 0 };
    this.#counted.feeds += countFeeds(path, this.#counted.offset, offset);
    this.#counted.offset = offset;
    return this.#counted.feeds + 1;
  }
}

function countFeeds(path: string, from: number, to: number): number {
  const fd = from < to ? openSegment(path) : undefined;
  if (fd === undefined) return 0;
  try {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, to - from));
    let feeds = 0;
    for (let position = from; position < to; ) {
      const chunk = buffer.subarray(
        0,
        readAt(fd, buffer.subarray(0, Math.min(buffer.length, to - position)), position),
      );
      if (chunk.length === 0) break;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) feeds += 1;
      position += chunk.length;
    }
    return feeds;
  } finally {
    closeSync(fd);
  }
}
