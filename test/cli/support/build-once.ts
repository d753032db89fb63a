import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

function newest(folder: string): number {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((latest, entry) => Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0);
}

function builtAt(): number {
  return statSync(join(root, 'dist', 'loom.cjs'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Builds the bundle before the tests when a source is newer than it, so that no test runs yesterday's program. */
export default function buildOnce(): void {
  if (builtAt() > Math.max(newest('src'), newest('scripts'))) return;
  const build = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, encoding: 'utf8' });
  if (build.status !== 0) process.stderr.write(`the build failed; command tests will too\n${build.stderr}\n`);
}
