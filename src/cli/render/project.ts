import type { ProjectChange } from '../../app/project-change.ts';
import type { PlaceView, ProjectDetails, ProjectName, ProjectView } from '../../app/project-view.ts';
import { countOf } from '../../kernel/count-of.ts';
import type { Answer } from '../answer.ts';
import { refusalError } from '../refusal-words.ts';
import { safeLine } from '../safe-text.ts';
import type { Screen } from '../screen.ts';
import { renderTable } from '../table.ts';
import { PROJECT_NOTHING_WORDS, PROJECT_WORDS } from '../words/project.ts';

function describeName({ id, name, path }: ProjectName): string {
  return `${id} ${safeLine(name)} (${safeLine(path)})`;
}

/** Projects as a table, or tab-separated. */
export function renderProjectList(projects: readonly ProjectView[], screen: Screen): string {
  return renderTable(
    projects,
    [
      { title: 'id', value: ({ id }) => id },
      { title: 'name', value: ({ name }) => name },
      { title: 'sessions', value: ({ sessions }) => sessions, align: 'right' },
      { title: 'state', value: ({ unconfirmed }) => (unconfirmed ? 'unconfirmed' : 'known') },
      { title: 'path', value: ({ path }) => path, flexible: true },
    ],
    screen,
  );
}

/** Follow-up commands for projects whose fingerprints disagree with a known one. */
export function describeDoubts(projects: readonly ProjectView[]): readonly string[] {
  return projects
    .filter(({ unconfirmed }) => unconfirmed)
    .flatMap(({ id, name, maybe }) =>
      maybe.map(
        (other) => `${safeLine(name)} may be ${describeName(other)}; if so: loom project merge ${id} ${other.id}`,
      ),
    );
}

function placeLine(place: PlaceView): string {
  const marks = [
    place.worktree === null ? undefined : `worktree ${place.worktree}`,
    place.branch === null ? undefined : `branch ${place.branch}`,
    place.origin === null ? undefined : `origin ${place.origin}`,
    place.linked ? 'linked by you' : undefined,
    place.missing ? 'was not there' : undefined,
  ].filter((mark) => mark !== undefined);
  return `  ${safeLine(place.path)}${marks.length === 0 ? '' : `  ${safeLine(marks.join(', '))}`}`;
}

/** One project, for people. */
export function renderProject(project: ProjectDetails): string {
  const count = countOf(project.sessions, 'session');
  const seen = `${count}, first ${project.firstAt}, last ${project.lastAt}`;
  const doubt = project.unconfirmed ? ['unconfirmed: its fingerprints disagree with a known project'] : [];
  const merged = project.merged.map((other) => `merged: ${describeName(other)}`);
  const maybe = project.maybe.map((other) => `may be: ${describeName(other)}`);
  const lines = [
    describeName(project),
    seen,
    ...doubt,
    ...maybe,
    ...merged,
    'places:',
    ...project.places.map(placeLine),
  ];
  return `${lines.join('\n')}\n`;
}

/** The answer of a command that changed projects. A refusal is thrown as the error that the edge prints. */
export function answerProjectChange(
  change: ProjectChange,
  words: { readonly done: string; readonly dryRun: boolean },
): Answer {
  if (change.kind === 'refused') throw refusalError(PROJECT_WORDS, change.refusal);
  const { project } = change;
  if (change.kind === 'nothing') {
    const because = PROJECT_NOTHING_WORDS[change.because];
    return {
      json: { dryRun: words.dryRun, result: 'nothing', because: change.because, project, joined: null, event: null },
      text: () => `${describeName(project)}: ${because}\n`,
    };
  }
  const { joined, event, undo } = change;
  const tail = joined === null ? '' : `; ${describeName(joined)} is part of it now`;
  return {
    json: { dryRun: words.dryRun, result: 'changed', project, joined, event: event?.id ?? null },
    text: () =>
      `${words.dryRun ? 'would have ' : ''}${words.done} ${describeName(project)}${words.dryRun ? '' : tail}\n`,
    notes: undo === null ? [] : [`Undo: ${undo}`],
    committed: `${words.done} ${project.id}`,
  };
}
