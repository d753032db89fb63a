import type { GrantView } from '../../app/project-grants.ts';
import type { ProjectName } from '../../app/project-view.ts';
import { safeLine } from '../safe-text.ts';
import type { Screen } from '../screen.ts';
import { renderTable } from '../table.ts';

function nameOf(project: ProjectName | 'all'): string {
  return project === 'all' ? 'every project' : `${safeLine(project.name)} (${project.id})`;
}

/** Grants as a table, or tab-separated. */
export function renderGrants(grants: readonly GrantView[], screen: Screen): string {
  return renderTable(
    grants,
    [
      { title: 'id', value: ({ id }) => id },
      { title: 'may be read', value: ({ from }) => nameOf(from) },
      { title: 'in', value: ({ to }) => nameOf(to) },
      { title: 'until', value: ({ until }) => until ?? 'revoked' },
      { title: 'reason', value: ({ reason }) => safeLine(reason ?? ''), flexible: true },
    ],
    screen,
  );
}

/** One grant in a sentence. */
export function grantLine({ from, to, until }: GrantView): string {
  return `${nameOf(from)} may be read in ${nameOf(to)}${until === null ? '' : ` until ${until}`}`;
}
