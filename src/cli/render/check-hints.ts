import type { StoreCheck, StoreFinding } from '../../app/ports/store-care.ts';

/** Whether a repair of the journal takes care of a finding. */
function isRepairable({ severity, file, line, code }: StoreFinding): boolean {
  if (severity !== 'error') return false;
  return file === 'store.json' || file === 'key' ? code !== 'unsafe-owner-or-mode' : line !== null && isSegment(file);
}

function isSegment(file: string): boolean {
  return /^journal[/\\]\d+\.jsonl$/.test(file);
}

function isAboutAccess({ code }: StoreFinding): boolean {
  return code === 'unsafe-owner-or-mode' || code === 'readable-by-others';
}

/** Commands that lead on from a check; each runs as printed. */
export function checkHints(check: StoreCheck): readonly string[] {
  return [
    ...(check.findings.some(isRepairable) ? ['Hint: loom journal repair'] : []),
    ...(check.findings.some(isAboutAccess) ? ['Hint: loom doctor'] : []),
  ];
}
