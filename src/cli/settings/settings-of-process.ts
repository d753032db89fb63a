import { findPaths } from '../store-paths.ts';
import { currentFolder } from '../system-sources.ts';
import { loadSettings, type Settings } from './load-settings.ts';

/** The settings of this process: its environment, its folder, its user. */
export function settingsOfProcess(): Settings {
  const cwd = currentFolder();
  const paths = findPaths({ env: process.env, platform: process.platform, cwd });
  return loadSettings({ paths, env: process.env, cwd });
}
