import type { GrantedProgram } from '../events/snapshot-data.ts';
import { isDecisiveVariable } from './decisive-variables.ts';
import { cutAll, describeProgram, type GrantReading } from './grant-parts.ts';
import { objectAt, type SettingsObject } from './parse-settings.ts';

/** Decisive variables that settings set for an agent and all it starts: a change of one changes what its programs are. */
export function describeEnvironment(reading: GrantReading, env: SettingsObject): readonly GrantedProgram[] {
  return Object.entries(env)
    .filter(([name]) => isDecisiveVariable(name))
    .map(([name, value]) =>
      describeProgram(reading, {
        kind: 'variable',
        name,
        command: [`${name}=${String(value)}`],
        identity: { name, value },
      }),
    );
}

/** A copy of settings without the decisive variables of the member at a path of names. */
export function cutEnvironment(settings: SettingsObject, path: readonly string[]): SettingsObject {
  const names = Object.keys(objectAt(settings, ...path)).filter(isDecisiveVariable);
  return cutAll(
    settings,
    names.map((name) => [...path, name]),
  );
}
