import type { Importer } from '../../app/ports/importer.ts';
import { makeMember } from './make-member.ts';

/** omp: the files of pi under `~/.omp`, with a title in the first line and subagents in a folder beside each session. */
export const ompImporter: Importer = makeMember({
  agent: 'omp',
  folder: '.omp',
  subagentTools: new Set(['task']),
});
