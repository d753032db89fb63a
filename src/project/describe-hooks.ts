import type { GrantedProgram } from '../events/snapshot-data.ts';
import { cutAll, describeProgram, type GrantReading, type ReadSettings, type SettingsReader } from './grant-parts.ts';
import { canonicalText, objectAt, type SettingsObject, settingAt, textAt } from './parse-settings.ts';

interface HookEntry {
  readonly event: string;
  readonly matcher: string;
  readonly hook: unknown;
}

/** Hooks as agents write them: by event, in groups that have a matcher, or each for itself. */
function hookEntries(settings: SettingsObject): readonly HookEntry[] {
  return Object.entries(objectAt(settings, 'hooks')).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).flatMap((group: unknown) => {
      const hooks = settingAt(group, 'hooks');
      const matcher = textAt(group, 'matcher') ?? '';
      const list: readonly unknown[] = Array.isArray(hooks) ? hooks : hooks === undefined ? [group] : [];
      return list.map((hook) => ({ event, matcher, hook }));
    }),
  );
}

/** Members that hold a command line; an agent takes the one for its system. */
const COMMANDS = ['command', 'bash', 'powershell'] as const;

function commandsOf(hook: unknown): readonly string[] {
  return COMMANDS.flatMap((name) => textAt(hook, name) ?? []);
}

/** Whether a hook runs loom and nothing else, on any system. */
function isOwn(hook: unknown, reading: GrantReading): boolean {
  const type = settingAt(hook, 'type');
  const commands = commandsOf(hook);
  return (
    (type === undefined || type === 'command') &&
    settingAt(hook, 'args') === undefined &&
    commands.length > 0 &&
    commands.every(reading.isOwnHook)
  );
}

/** Hooks by event and matcher, without loom's own. */
export function describeHooks(settings: SettingsObject, reading: GrantReading): readonly GrantedProgram[] {
  return hookEntries(settings).flatMap(({ event, matcher, hook }) => {
    if (isOwn(hook, reading)) return [];
    const commands = commandsOf(hook);
    const command = commands.length > 0 ? commands : [textAt(hook, 'prompt') ?? canonicalText(hook)];
    const name = matcher === '' ? event : `${event} ${matcher}`;
    return [describeProgram(reading, { kind: 'hook', name, command, identity: { event, matcher, hook } })];
  });
}

/** Files that hold hooks and a number of their form. One that holds loom's hooks alone means nothing. */
export const readHookFile: SettingsReader = (settings, reading): ReadSettings => {
  const programs = describeHooks(settings, reading);
  const rest = cutAll(settings, [['hooks'], ['version']]);
  const holdsOwn = hookEntries(settings).length > 0;
  const isNothing = holdsOwn && programs.length === 0 && Object.keys(rest).length === 0;
  return { granted: { programs }, rest, ...(isNothing ? { isNothing } : {}) };
};
