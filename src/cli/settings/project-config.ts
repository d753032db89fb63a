import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest `.loom/config.json` at or above a folder. */
export function projectConfigFile(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const file = join(folder, '.loom', 'config.json');
    if (existsSync(file)) return file;
    if (dirname(folder) === folder) return undefined;
  }
}
