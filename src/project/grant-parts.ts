import type { CapabilityGrant, GrantedProgram } from '../events/snapshot-data.ts';
import { isDecisiveVariable } from './decisive-variables.ts';
import {
  asSettings,
  canonicalText,
  objectAt,
  type SettingsObject,
  settingAt,
  textAt,
  textsAt,
} from './parse-settings.ts';

const MOST_SHOWN = 200;

/** What reading a settings file needs beside its content. */
export interface GrantReading {
  /** Top level of the project, or its folder. */
  readonly root: string;
  /** The folder the session works in. */
  readonly cwd: string;
  readonly redact: (text: string) => string;
  /** Whether a hook's command runs this loom and nothing else. */
  readonly isOwnHook: (command: string) => boolean;
  readonly keyedDigest: (text: string) => string;
}

/** What a settings file allows, without where it lies. */
export type Granted = Partial<Omit<CapabilityGrant, 'agent' | 'level' | 'source'>>;

/** A settings file taken apart: what it allows, and the rest, which only means something. */
export interface ReadSettings {
  readonly granted: Granted;
  readonly rest: SettingsObject;
  /** It holds nothing but what is loom's own, as if it were not there. */
  readonly isNothing?: true;
}

/** Reads the settings of one agent. */
export type SettingsReader = (settings: SettingsObject, reading: GrantReading) => ReadSettings;

/** A list without repetitions, sorted. */
export function sortedTexts(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

/** An object without some of its members. */
export function without(object: SettingsObject, ...names: readonly string[]): SettingsObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** A copy of the settings without the member at a path of names; objects that it leaves empty go too. */
export function cutAt(object: SettingsObject, path: readonly string[]): SettingsObject {
  const [name, ...deeper] = path;
  if (name === undefined || !Object.hasOwn(object, name)) return object;
  const child = asSettings(object[name]);
  if (deeper.length === 0 || child === undefined) return deeper.length === 0 ? without(object, name) : object;
  const cut = cutAt(child, deeper);
  return Object.keys(cut).length === 0 ? without(object, name) : { ...object, [name]: cut };
}

/** A copy without the members at several paths. */
export function cutAll(object: SettingsObject, paths: readonly (readonly string[])[]): SettingsObject {
  return paths.reduce<SettingsObject>(cutAt, object);
}

interface ProgramParts {
  readonly kind: GrantedProgram['kind'];
  readonly name: string;
  readonly command: readonly string[];
  readonly url?: string | undefined;
  /** All that decides what it does: compared, never shown. */
  readonly identity: unknown;
}

/** Describes a program; what is shown of it is redacted and bounded. */
export function describeProgram(
  reading: GrantReading,
  { kind, name, command, url, identity }: ProgramParts,
): GrantedProgram {
  const line = [...command, ...(url === undefined ? [] : [url])].join(' ').replace(/\s+/g, ' ');
  const shown = reading.redact(line);
  return {
    kind,
    name: reading.redact(name).slice(0, MOST_SHOWN),
    shown: shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN).toWellFormed()}…` : shown,
    digest: reading.keyedDigest(`program\0${canonicalText(identity)}`),
  };
}

/** Names, because values are secrets; but values of those that decide what runs. */
function environmentNames(server: SettingsObject): readonly string[] {
  const names = [
    objectAt(server, 'env'),
    objectAt(server, 'environment'),
    objectAt(server, 'headers'),
    objectAt(server, 'http_headers'),
  ];
  return sortedTexts(
    names.flatMap((object) =>
      Object.entries(object).map(([name, value]) => (isDecisiveVariable(name) ? `${name}=${String(value)}` : name)),
    ),
  );
}

/** A server of the Model Context Protocol, as all agents write it: command and arguments, or an address. */
export function describeServer(reading: GrantReading, name: string, value: unknown): GrantedProgram {
  const server = asSettings(value) ?? {};
  const command = [...textsAt(server, 'command'), ...textsAt(server, 'args')];
  const url = textAt(server, 'url') ?? textAt(server, 'httpUrl') ?? textAt(server, 'serverUrl');
  const identity = { command, url, env: environmentNames(server), cwd: textAt(server, 'cwd') };
  return describeProgram(reading, { kind: 'server', name, command, url, identity });
}

/** The servers of a settings object, without those that are switched off. */
export function describeServers(reading: GrantReading, servers: SettingsObject): readonly GrantedProgram[] {
  return Object.entries(servers)
    .filter(([, server]) => settingAt(server, 'enabled') !== false && settingAt(server, 'disabled') !== true)
    .map(([name, server]) => describeServer(reading, name, server));
}

/** Programs in one order, whatever the order of the file. */
export function sortedPrograms(programs: readonly GrantedProgram[]): readonly GrantedProgram[] {
  const key = ({ kind, name, digest }: GrantedProgram): string => `${kind}\0${name}\0${digest}`;
  return [...programs].sort((left, right) => (key(left) < key(right) ? -1 : 1));
}
