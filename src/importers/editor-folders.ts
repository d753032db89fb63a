import { join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** The `User` folders of editors of the VS Code family, by the names of their programs, on any system. */
export function editorUserFolders(env: Env, programs: readonly string[]): readonly string[] {
  const home = env['HOME'] || env['USERPROFILE'];
  const windows = env['APPDATA'];
  const config = env['XDG_CONFIG_HOME'] || (home ? join(home, '.config') : undefined);
  const bases = [home ? join(home, 'Library', 'Application Support') : undefined, config, windows];
  return bases.flatMap((base) =>
    base === undefined || base === '' ? [] : programs.map((program) => join(base, program, 'User')),
  );
}
