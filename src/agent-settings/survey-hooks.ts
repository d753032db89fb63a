import type { HookSurvey, SettingsScope, SettingsWish } from '../app/ports/agent-settings.ts';
import { findOwnHooks } from './hook-entries.ts';
import type { HookTable } from './hook-table.ts';
import { jsonValue, memberOf, parseJsonc } from './jsonc-tree.ts';
import { programOf } from './own-command.ts';
import { programOfPlugin } from './plugin-file.ts';
import { readSettingsFile } from './settings-file.ts';
import { INSTALLABLE, type SettingsPlaces } from './settings-places.ts';
import { type SettingsTarget, settingsTargets } from './settings-targets.ts';

type Found = Pick<HookSurvey, 'events' | 'program' | 'isDisabled'>;

function hooksOf(text: string, table: HookTable): Found | undefined {
  const parsed = parseJsonc(text);
  if (!parsed.ok) return undefined;
  const own = findOwnHooks(parsed.root, table);
  const [first] = own;
  if (first === undefined) return undefined;
  const off = table.offSwitch === undefined ? undefined : memberOf(parsed.root, table.offSwitch);
  const isDisabled = off !== undefined && jsonValue(off.value) === true;
  return { events: [...new Set(own.map(({ event }) => event))], program: programOf(first.command), isDisabled };
}

function pluginOf(text: string): Found | undefined {
  const program = programOfPlugin(text);
  return program === undefined ? undefined : { events: [], program, isDisabled: false };
}

function foundIn(target: SettingsTarget, roots: readonly string[]): Found | undefined {
  const file = readSettingsFile(target.path, roots);
  if (!('real' in file) || file.text === null) return undefined;
  const text = file.text.replace(/^\uFEFF/, '');
  if (target.part === 'plugin') return pluginOf(text);
  return target.table === undefined ? undefined : hooksOf(text, target.table);
}

/** Every file of settings that calls loom at hooks, for the user and in the project. */
export function surveyHooks(places: SettingsPlaces, isRunnable: (program: string) => boolean): readonly HookSurvey[] {
  const wish = (scope: SettingsScope): SettingsWish => ({
    action: 'uninstall',
    scope,
    agents: INSTALLABLE,
    program: 'loom',
    withPermissions: false,
    withServers: false,
    withNotify: false,
    withGit: false,
  });
  // In the home folder both scopes are the same files.
  const scopes = places.root === places.home ? (['user'] as const) : (['user', 'project'] as const);
  return scopes.flatMap((scope) =>
    settingsTargets(places, wish(scope)).flatMap((target) => {
      const found = 'path' in target ? foundIn(target, [places.home, places.root]) : undefined;
      if (found === undefined || !('path' in target) || target.agent === null) return [];
      const { agent, path } = target;
      return [{ agent, scope, path, ...found, isRunnable: isRunnable(found.program) }];
    }),
  );
}
