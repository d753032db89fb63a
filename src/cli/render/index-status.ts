import type { AppContext } from '../../app/context.ts';
import type { ReadModelStatus } from '../../app/ports/read-model.ts';
import type { SearchIndexStatus } from '../../app/ports/search.ts';
import { countOf } from '../../kernel/count-of.ts';
import { safeLine } from '../safe-text.ts';
import { describeBytes } from './import-report.ts';

/** The document of `index status` and `index rebuild`. `behind` counts journal bytes that are not folded yet. */
export function indexJson(app: AppContext, status: ReadModelStatus, search: SearchIndexStatus | null): object {
  const behind = app.journal.distance(status.cursor);
  return {
    ...status,
    behind,
    search: search === null ? null : { ...search, behind: app.journal.distance(search.cursor) },
  };
}

function searchLine(app: AppContext, search: SearchIndexStatus | null): string {
  if (search === null) return 'search    not built; the next `loom memory search` builds it';
  const { path, bytes, documents, cursor } = search;
  const behind = `${countOf(app.journal.distance(cursor), 'byte')} behind`;
  return `search    ${safeLine(path)} (${describeBytes(bytes)}), ${documents} things, ${behind}`;
}

/** The same for people. */
export function indexText(app: AppContext, status: ReadModelStatus, search: SearchIndexStatus | null): string {
  const lines = [
    `index     ${status.kind === 'file' ? safeLine(status.path ?? '') : 'in memory'} (${describeBytes(status.bytes)})`,
    `sessions  ${status.sessions}`,
    `state     ${status.built}${status.reason === null ? '' : ` (${safeLine(status.reason)})`}, ${countOf(app.journal.distance(status.cursor), 'byte')} behind`,
    searchLine(app, search),
  ];
  return `${lines.join('\n')}\n`;
}
