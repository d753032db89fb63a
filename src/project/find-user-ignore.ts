import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { readBounded } from './read-bounded.ts';
import type { Env } from './run-git.ts';

const LARGEST_CONFIG = 1024 * 1024;
const CORE = /^\s*\[\s*core\s*\]/i;
const SECTION = /^\s*\[/;
const EXCLUDES = /^\s*excludesfile\s*=\s*"?([^"#;]+?)"?\s*$/i;

/** The last `core.excludesFile` of a settings file; files that it includes are not read. */
function namedIn(config: string): string | undefined {
  let named: string | undefined;
  let inCore = false;
  for (const line of config.split(/\r?\n/)) {
    if (SECTION.test(line)) inCore = CORE.test(line);
    else if (inCore) named = EXCLUDES.exec(line)?.[1] ?? named;
  }
  return named;
}

/**
 * The ignore file of the user, as their own git would take it: only patterns come from there, while no other setting of
 * the user counts. `undefined` when there is none.
 */
export function findUserIgnore(env: Env): string | undefined {
  const home = env['HOME'] || env['USERPROFILE'];
  if (home === undefined) return undefined;
  const folder = join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'git');
  const configs = [join(home, '.gitconfig'), join(folder, 'config')];
  const named = configs
    .map((path) => namedIn(readBounded(path, LARGEST_CONFIG)?.toString('utf8') ?? ''))
    .find((path) => path !== undefined);
  const path = named === undefined ? join(folder, 'ignore') : named.replace(/^~(?=[\\/])/, home);
  return isAbsolute(path) && existsSync(path) ? path : undefined;
}
