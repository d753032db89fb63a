import type { DigestPages } from '../app/ports/digest-pages.ts';
import type { ProjectId } from '../kernel/ids.ts';
import { pageChanged } from './digest-pages.ts';
import { withoutLines } from './page-lines.ts';

/** Pages that last as long as the process: for stores in memory. `edit` is what a person does to one. */
export function createMemoryPages(): DigestPages & { edit(project: ProjectId, text: string): void } {
  const pages = new Map<ProjectId, string>();
  return {
    read: (project, name) => ({ path: `/projects/${name}-${project}/MEMORY.md`, text: pages.get(project) ?? null }),
    write: (project, name, { before, text }) => {
      if ((pages.get(project) ?? null) !== before) throw pageChanged(`${name}-${project}/MEMORY.md`);
      pages.set(project, text);
    },
    eraseLines: (words) => {
      for (const [project, page] of pages) pages.set(project, withoutLines(page, words) ?? page);
    },
    edit: (project, text) => void pages.set(project, text),
  };
}
