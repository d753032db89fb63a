// The import table, checked by dependency-cruiser; and that it really read every module, because with a compiler it
// does not know it reads none and is content.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sourceFiles } from './source-files.mjs';

const BIN = fileURLToPath(new URL('../../node_modules/dependency-cruiser/bin/dependency-cruise.mjs', import.meta.url));

function cruise(root) {
  const argv = [BIN, 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const run = spawnSync(process.execPath, argv, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30 });
  if (!run.stdout) return { error: `dependency-cruiser did not run: ${run.stderr}` };
  return { result: JSON.parse(run.stdout) };
}

/** Problems as lines; empty when every import is allowed and every module was read. */
export function checkLayers(root) {
  const { error, result } = cruise(root);
  if (error) return [error];
  const read = new Set(result.modules.map(({ source }) => source));
  const unread = sourceFiles(root).filter((file) => !read.has(file));
  const violations = result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  return [...unread.map((file) => `not read by the import check: ${file}`), ...violations];
}
