import type { AppContext } from '../app/context.ts';
import type { SessionScope } from '../app/list-sessions.ts';
import { currentProject } from '../app/project-current.ts';
import { nameProject, nameProjects } from '../app/project-view.ts';
import { html, type Markup } from './markup.ts';
import type { PageCall } from './page.ts';
import type { WebHost } from './web-host.ts';

/** The sessions that an address speaks of: those it names, `all`, or the usual ones. */
export async function scopeOfRequest(app: AppContext, host: WebHost, project: string): Promise<SessionScope> {
  if (project === 'all') return { all: true };
  if (project === '') return host.scope(app);
  return { all: false, project: currentProject(app, project) };
}

/** The scope in words. */
export function scopeWords({ app, scope }: PageCall): string {
  if (scope.all) return 'every project';
  if (scope.project === null) return 'a folder of no known project';
  return nameProject(app.readModel.projects(), scope.project).name;
}

/** A choice of the project. */
export function projectChoice({ app, scope }: PageCall): Markup {
  const options = nameProjects(app).map(({ id, name, path }) => {
    const isChosen = !scope.all && scope.project === id;
    return html`<option value="${id}"${isChosen ? html` selected` : ''}>${name} (${path})</option>`;
  });
  const none = !scope.all && scope.project === null ? html`<option value="" selected>This folder</option>` : null;
  return html`<label>Project<select name="project"><option value="all"${scope.all ? html` selected` : ''}>Every project</option>${none}${options}</select></label>`;
}

/** An address of a list that keeps what it is narrowed by. */
export function withQuery(call: PageCall, path: string, changes: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(call.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return call.link(text === '' ? path : `${path}?${text}`);
}
