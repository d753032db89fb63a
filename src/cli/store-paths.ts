import { isAbsolute, join, resolve } from 'node:path';
import { LoomError } from '../kernel/loom-error.ts';

/** Where loom keeps what. All absolute. */
export interface LoomPaths {
  /** The store: journal, transcripts, blobs, key. */
  readonly store: string;
  /** Folder of the user's config.json. */
  readonly config: string;
  readonly configFile: string;
  /** Folder of loom.log when the store cannot be written. */
  readonly state: string;
  /** Folder of the code cache when the installation cannot be written. */
  readonly cache: string;
}

/** What the paths depend on. */
export interface PathFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly cwd: string;
}

function homeFolder({ env, platform }: PathFacts): string {
  const home = platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  if (home !== undefined && (isAbsolute(home) || platform === 'win32')) return home;
  const variable = platform === 'win32' ? 'USERPROFILE' : 'HOME';
  const state = home === undefined || home === '' ? 'is not set' : `is not an absolute path: ${home}`;
  throw new LoomError({
    kind: 'usage',
    code: 'home-not-set',
    message: `${variable} ${state}, so there is no user-data folder`,
    hints: ['set LOOM_HOME to the folder of the store'],
  });
}

/** An XDG folder counts only when it is absolute, as its specification asks. */
function xdgFolder(facts: PathFacts, variable: string, fallback: readonly string[]): string {
  const folder = facts.env[variable];
  return join(folder && isAbsolute(folder) ? folder : join(homeFolder(facts), ...fallback), 'loom');
}

function windowsFolder(facts: PathFacts, name: string): string {
  const local = facts.env['LOCALAPPDATA'] ?? join(homeFolder(facts), 'AppData', 'Local');
  return join(local, 'loom', name);
}

type Folders = Pick<LoomPaths, 'config' | 'state' | 'cache'> & { readonly data: string };

/** User folders as functions: one that is overridden must not fail for want of a home. */
function userFolders(facts: PathFacts): { readonly [Name in keyof Folders]: () => string } {
  if (facts.platform === 'win32') {
    return {
      data: () => windowsFolder(facts, 'Data'),
      config: () => windowsFolder(facts, 'Config'),
      state: () => windowsFolder(facts, 'Log'),
      cache: () => windowsFolder(facts, 'Cache'),
    };
  }
  if (facts.platform === 'darwin') {
    const library = (...parts: string[]): string => join(homeFolder(facts), 'Library', ...parts, 'loom');
    return {
      data: () => library('Application Support'),
      config: () => library('Preferences'),
      state: () => library('Logs'),
      cache: () => library('Caches'),
    };
  }
  return {
    data: () => xdgFolder(facts, 'XDG_DATA_HOME', ['.local', 'share']),
    config: () => xdgFolder(facts, 'XDG_CONFIG_HOME', ['.config']),
    state: () => xdgFolder(facts, 'XDG_STATE_HOME', ['.local', 'state']),
    cache: () => xdgFolder(facts, 'XDG_CACHE_HOME', ['.cache']),
  };
}

/**
 * Finds every folder loom uses. `LOOM_HOME` names the store (relative to the current folder when it is relative);
 * without a home folder config, state and cache then lie inside it. Throws LoomError `usage` when nothing tells
 * where the store is.
 */
export function findPaths(facts: PathFacts): LoomPaths {
  const folders = userFolders(facts);
  const override = facts.env['LOOM_HOME'];
  const store = override ? resolve(facts.cwd, override) : folders.data();
  const besideStore = (find: () => string, name: string): string => {
    try {
      return find();
    } catch (error) {
      if (override) return join(store, name);
      throw error;
    }
  };
  const config = besideStore(folders.config, 'config');
  return {
    store,
    config,
    configFile: join(config, 'config.json'),
    state: besideStore(folders.state, 'state'),
    cache: besideStore(folders.cache, 'cache'),
  };
}
