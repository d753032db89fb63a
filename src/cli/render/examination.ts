import type { Check, Examination } from '../../app/examine-store.ts';
import { safeLine } from '../safe-text.ts';
import type { Screen } from '../screen.ts';

function checkLine(check: Check, screen: Screen): string {
  const paint =
    check.status === 'ok' ? screen.paint.good : check.status === 'warning' ? screen.paint.warn : screen.paint.bad;
  const fix = check.fix === undefined ? '' : `\n         ${safeLine(check.fix)}`;
  return `${paint(check.status.padEnd(8))} ${safeLine(check.name)}: ${safeLine(check.detail)}${fix}`;
}

/** The findings of `loom doctor` for people. */
export function renderExamination(found: Examination, screen: Screen): string {
  return `${found.checks.map((check) => checkLine(check, screen)).join('\n')}\n`;
}
