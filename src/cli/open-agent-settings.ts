import { isAbsolute, join } from 'node:path';
import type { AppContext } from '../app/context.ts';
import type { AgentSettings, HookSurvey, SettingsScope } from '../app/ports/agent-settings.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { findPaths } from './store-paths.ts';

function homeIn(env: AppContext['env']): string | undefined {
  const home = process.platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  return home !== undefined && isAbsolute(home) ? home : undefined;
}

function homeOf(env: AppContext['env']): string {
  const home = homeIn(env);
  if (home !== undefined) return home;
  throw new LoomError({
    kind: 'usage',
    code: 'home-not-set',
    message: 'there is no home folder to find settings in',
    hints: ['set HOME'],
  });
}

/** The settings of agents that this process can reach. */
export interface OpenedSettings {
  readonly settings: AgentSettings;
  /** The program that agents are to run. Throws LoomError `refused`/`loom-not-installed`. */
  readonly findProgram: (scope: SettingsScope) => string;
}

/** Opens the settings of the user's agents, and of those in the project of the current folder. */
export async function openSettings(app: Pick<AppContext, 'env' | 'cwd' | 'probe'>): Promise<OpenedSettings> {
  const { openAgentSettings } = await import('../agent-settings/agent-settings.ts');
  const { findLoom } = await import('../agent-settings/find-loom.ts');
  const { env, cwd } = app;
  const { platform } = process;
  const place = app.probe.probe(cwd);
  const root = place.root ?? place.realCwd ?? cwd;
  const records = join(findPaths({ env, platform, cwd }).state, 'settings');
  return {
    settings: openAgentSettings({
      places: { env, home: homeOf(env), root, isGit: place.root !== undefined },
      program: { env, platform },
      records,
    }),
    findProgram: (scope) => findLoom({ env, platform, root, script: process.argv[1] ?? '' }, scope),
  };
}

/** Hooks of loom's in the settings of agents; none where there is no home folder to find them in. */
export async function surveyInstalledHooks(app: Parameters<typeof openSettings>[0]): Promise<readonly HookSurvey[]> {
  if (homeIn(app.env) === undefined) return [];
  const { settings } = await openSettings(app);
  return settings.survey();
}
