import type { GrantedProgram } from '../events/snapshot-data.ts';
import { isLoomHook } from '../kernel/loom-marks.ts';
import { describeProgram, type GrantReading } from './grant-parts.ts';
import { canonicalText, objectAt, type SettingsObject, settingAt, textAt } from './parse-settings.ts';

interface HookEntry {
  readonly event: string;
  readonly matcher: string;
  readonly hook: unknown;
}

function hookEntries(settings: SettingsObject): readonly HookEntry[] {
  return Object.entries(objectAt(settings, 'hooks')).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).flatMap((group) => {
      const hooks = settingAt(group, 'hooks');
      const matcher = textAt(group, 'matcher') ?? '';
      return (Array.isArray(hooks) ? hooks : []).map((hook: unknown) => ({ event, matcher, hook }));
    }),
  );
}

/** Hooks by event and matcher, without loom's own. */
export function describeHooks(settings: SettingsObject, reading: GrantReading): readonly GrantedProgram[] {
  return hookEntries(settings).flatMap(({ event, matcher, hook }) => {
    const command = textAt(hook, 'command') ?? textAt(hook, 'prompt') ?? canonicalText(hook);
    if (settingAt(hook, 'type') === 'command' && isLoomHook(command, reading.root)) return [];
    const name = matcher === '' ? event : `${event} ${matcher}`;
    return [describeProgram(reading, { kind: 'hook', name, command: [command], identity: { event, matcher, hook } })];
  });
}
