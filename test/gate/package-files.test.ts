import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Paths of what `npm pack` would put into the package, without building. */
function packedPaths(): readonly string[] {
  const out = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(out) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path);
}

const EXPECTED = [
  /^bin\/[\w-]+\.js$/,
  /^dist\/[\w-]+\.cjs$/,
  /^man\/[\w-]+\.1$/,
  /^docs\/[\w/-]+\.(?:md|svg|png)$/,
  /^(?:CHANGELOG|README)\.md$/,
  /^LICENSE$/,
  /^(?:bin\/)?package\.json$/,
];

it('the package holds programs, man pages and docs, and nothing else', () => {
  const paths = packedPaths();
  expect(paths.filter((path) => !EXPECTED.some((pattern) => pattern.test(path)))).toEqual([]);
  for (const needed of [
    'bin/run.js',
    'dist/loom.cjs',
    'dist/hook.cjs',
    'dist/ahead.cjs',
    'dist/cutting.cjs',
    'man/loom.1',
    'LICENSE',
  ]) {
    expect(paths).toContain(needed);
  }
});
