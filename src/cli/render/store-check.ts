import type { RepairAnswer, StoreCheck, StoreFinding } from '../../app/ports/store-care.ts';
import { safeLine } from '../safe-text.ts';
import { describeBytes } from './import-report.ts';

/** One finding as `severity code file:line@offset detail`. */
export function findingLine(finding: StoreFinding): string {
  const line = finding.line === null ? '' : `:${finding.line}`;
  const offset = finding.offset === null ? '' : `@${finding.offset}`;
  return `${finding.severity} ${finding.code} ${safeLine(finding.file)}${line}${offset} ${safeLine(finding.detail)}`;
}

/** A check for people: each finding on a line, then the sums. */
export function renderCheck(check: StoreCheck): string {
  const sums = `${check.events} events in ${check.segments} segments (${describeBytes(check.bytes)}), ${check.transcripts} transcripts: ${check.errors} errors, ${check.warnings} warnings`;
  return `${[...check.findings.map(findingLine), sums].join('\n')}\n`;
}

/** What a repair would do or did, for people. */
export function renderRepair(repair: RepairAnswer): string {
  if (repair.places === 0) return 'nothing is damaged\n';
  const places = repair.segments.flatMap(({ segment, dropped }) =>
    dropped.map(
      (place) =>
        `segment ${segment}: ${place.length === 0 ? 'lines are missing' : `${place.length} bytes`} at byte ${place.offset}`,
    ),
  );
  const done = repair.applied
    ? `took out ${repair.places} places; the segments as they were lie in ${repair.quarantine}`
    : `would take out ${repair.places} places; every good line stays as it is`;
  return `${[...places, done].join('\n')}\n`;
}
