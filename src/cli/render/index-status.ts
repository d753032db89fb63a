import type { AppContext } from '../../app/context.ts';
import type { ReadModelStatus } from '../../app/ports/read-model.ts';
import { safeLine } from '../safe-text.ts';
import { describeBytes } from './import-report.ts';

/** The document of `index status` and `index rebuild`. `behind` counts journal bytes that are not folded yet. */
export function indexJson(app: AppContext, status: ReadModelStatus): object {
  return { ...status, behind: app.journal.distance(status.cursor) };
}

/** The same for people. */
export function indexText(app: AppContext, status: ReadModelStatus): string {
  const lines = [
    `index     ${status.kind === 'file' ? safeLine(status.path ?? '') : 'in memory'} (${describeBytes(status.bytes)})`,
    `sessions  ${status.sessions}`,
    `state     ${status.built}${status.reason === null ? '' : ` (${safeLine(status.reason)})`}, ${app.journal.distance(status.cursor)} bytes behind`,
  ];
  return `${lines.join('\n')}\n`;
}
