import type { AgentShare, ClaimCounts, ImportReport } from '../../app/import-report.ts';
import { countOf } from '../../kernel/count-of.ts';
import { safeLine } from '../safe-text.ts';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Bytes for people: three digits and a unit. */
export function describeBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toPrecision(3)} ${UNITS[unit]}`;
}

function countList(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([name, count]) => `${safeLine(name)} ${count}`)
    .join(', ');
}

function recordLine({ records }: ImportReport): string {
  const odd: [string, number][] = [
    ['malformed', records.malformed],
    ['recovered', records.recovered],
    ['of unknown type', records.unknown],
    ['skipped', records.skipped],
  ];
  const extra = odd.filter(([, count]) => count > 0).map(([name, count]) => `, ${count} ${name}`);
  return `records: ${records.read} read, ${records.kept} kept${extra.join('')}`;
}

function agentLine({ agent, files, bytes, sessions }: AgentShare): string {
  const counts = Object.entries(sessions).filter(([, count]) => count > 0);
  return `${agent}: ${countOf(files, 'file')} (${describeBytes(bytes)}), ${counts.map(([name, count]) => `${count} ${name}`).join(', ')}`;
}

function claimLine({ read, proposed, known, refused, unplaced }: ClaimCounts, dryRun: boolean): string {
  const others: [string, number][] = [
    ['known', known],
    ['refused', refused],
    ['of projects not seen yet', unplaced],
  ];
  const rest = others.filter(([, count]) => count > 0).map(([name, count]) => `, ${count} ${name}`);
  const review = proposed > 0 && !dryRun ? ' (loom memory review)' : '';
  return `remembered: ${read} read, ${proposed} ${dryRun ? 'would be proposed' : 'proposed'}${rest.join('')}${review}`;
}

/** The report of an import, for people. */
export function describeImport(report: ImportReport): string {
  const { added, updated, unchanged, skipped, failed } = report.sessions;
  const lines = [
    `${report.dryRun ? 'would import' : 'imported'} ${countOf(report.files, 'file')} (${describeBytes(report.bytes)})`,
    `sessions: ${added} added, ${updated} updated, ${unchanged} unchanged, ${skipped} skipped, ${failed} failed`,
    recordLine(report),
    ...((report.agents?.length ?? 0) > 1 ? (report.agents ?? []).map(agentLine) : []),
  ];
  if (report.claims !== undefined) lines.push(claimLine(report.claims, report.dryRun));
  const redacted = countList(report.redactions);
  if (redacted !== '') lines.push(`redacted: ${redacted}`);
  const types = countList(report.skippedTypes);
  if (types !== '') lines.push(`skipped: ${types}`);
  for (const problem of report.problems.slice(0, 20))
    lines.push(`${safeLine(problem.path)}: ${safeLine(problem.message)} (${problem.code})`);
  if (report.problems.length > 20) lines.push(`… and ${report.problems.length - 20} more (--json lists all)`);
  return `${lines.join('\n')}\n`;
}
