// Loads the help renderers of src/cli/help, which are TypeScript, for the scripts that make man pages and snapshots.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ENTRY = `
export * as pages from './src/cli/help/command-page.ts';
export { HELP_PAGES as helpPages } from './src/cli/help/pages.ts';
`;

/** `{pages, helpPages}`: functions of command-page.ts, and every help page. */
export async function loadHelpModules(root) {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'warning',
  });
  const folder = mkdtempSync(join(tmpdir(), 'loom-help-'));
  try {
    const file = join(folder, 'help.mjs');
    writeFileSync(file, outputFiles[0].text);
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
