import type { RepairAnswer, StoreCheck, StoreFinding } from '../../app/ports/store-care.ts';
import { countOf } from '../../kernel/count-of.ts';
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
  const sums = `${countOf(check.events, 'event')} in ${countOf(check.segments, 'segment')} (${describeBytes(check.bytes)}), ${countOf(check.transcripts, 'transcript')}: ${countOf(check.errors, 'error')}, ${countOf(check.warnings, 'warning')}`;
  return `${[...check.findings.map(findingLine), sums].join('\n')}\n`;
}

type RepairedFile = RepairAnswer['files'][number];

function isSetAside({ fault }: RepairedFile): boolean {
  return fault === 'useless' || fault === 'unnamed';
}

const FAULTS: Readonly<Record<RepairedFile['fault'], string>> = {
  missing: 'is missing',
  damaged: 'is damaged',
  useless: 'says nothing that can be used',
  unnamed: 'is named by no event',
};

function namesOf(files: readonly RepairedFile[]): string {
  return files.map(({ file }) => safeLine(file)).join(' and ');
}

/** What a repair asks before it begins. */
export function repairQuestion(plan: RepairAnswer): string {
  const anew = plan.files.filter((file) => !isSetAside(file));
  const aside = plan.files.filter(isSetAside);
  const text = [
    ...(anew.length === 0 ? [] : [`make ${namesOf(anew)} anew`]),
    ...(aside.length === 0 ? [] : [`set ${namesOf(aside)} aside`]),
    ...(plan.places === 0 ? [] : [`take ${plan.places} damaged places out of the journal`]),
  ].join(', and ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}?`;
}

function fileLines(repair: RepairAnswer): readonly string[] {
  const would = repair.applied ? '' : 'would be ';
  return repair.files.map((each) => {
    const { file, fault } = each;
    return `${safeLine(file)} ${FAULTS[fault]}: ${would}${isSetAside(each) ? 'set aside' : 'made anew'}`;
  });
}

/** What a repair would do or did, for people. */
export function renderRepair(repair: RepairAnswer): string {
  const files = fileLines(repair);
  if (repair.places === 0 && files.length === 0) return 'nothing is damaged\n';
  if (repair.places === 0) {
    const aside = repair.quarantine === null ? [] : [`what was damaged lies in ${repair.quarantine}`];
    return `${[...files, ...aside].join('\n')}\n`;
  }
  const places = repair.segments.flatMap(({ segment, dropped }) =>
    dropped.map(
      (place) =>
        `segment ${segment}: ${place.length === 0 ? 'lines are missing' : countOf(place.length, 'byte')} at byte ${place.offset}`,
    ),
  );
  const done = repair.applied
    ? `took out ${countOf(repair.places, 'place')}; the segments as they were lie in ${repair.quarantine}`
    : `would take out ${countOf(repair.places, 'place')}; every good line stays as it is`;
  return `${[...files, ...places, done].join('\n')}\n`;
}
