import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Every TypeScript module below a folder of the root, as paths with forward slashes; declarations left out. */
export function sourceFiles(root, folder = 'src') {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) =>
      relative(root, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    )
    .sort();
}
