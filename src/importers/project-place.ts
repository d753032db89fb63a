import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MOST_ANCESTORS = 40;

/**
 * Where an agent that keeps its sessions inside the project has those of the project around a folder: in it or in the
 * nearest folder above that has some; none without a folder.
 */
export function projectPlaces(cwd: string | undefined, inside: string): readonly string[] {
  if (cwd === undefined || cwd === '') return [];
  let folder = cwd;
  for (let level = 0; level < MOST_ANCESTORS; level += 1) {
    if (existsSync(join(folder, inside))) return [join(folder, inside)];
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return [join(cwd, inside)];
}
