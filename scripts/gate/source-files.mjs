import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

function filesBelow(root, folder, isWanted) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isWanted(entry.name))
    .map((entry) =>
      relative(root, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    )
    .sort();
}

/** Every TypeScript module below a folder of the root, as paths with forward slashes; declarations left out. */
export function sourceFiles(root, folder = 'src') {
  return filesBelow(root, folder, (name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'));
}

/** What builds, checks and measures the program: scripts of the repository, as far as a tree has them. */
export function scriptFiles(root) {
  const folders = ['scripts', 'bench'].filter((folder) => existsSync(join(root, folder)));
  return folders.flatMap((folder) => filesBelow(root, folder, (name) => name.endsWith('.mjs')));
}
