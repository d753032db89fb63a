import type { AgentSettings, SettingsChange, SettingsRefusal, SettingsWish } from '../app/ports/agent-settings.ts';
import { sayErrno } from '../kernel/errno-of.ts';

import { isRunnable, type ProgramFacts } from './find-loom.ts';
import { planInstall, planUninstall } from './plan-change.ts';
import { type RestoreRecord, RestoreRecords } from './restore-record.ts';
import {
  missingFolders,
  readSettingsFile,
  removeSettingsFile,
  type SettingsFile,
  writeSettingsFile,
} from './settings-file.ts';
import { INSTALLABLE, presentAgents, type SettingsPlaces } from './settings-places.ts';
import { type NoTarget, type SettingsTarget, settingsTargets } from './settings-targets.ts';
import { hideUnchanged } from './shown-text.ts';
import { surveyHooks } from './survey-hooks.ts';

/** What settings are read and written by. */
export interface AgentSettingsOptions {
  readonly places: SettingsPlaces;
  readonly program: Pick<ProgramFacts, 'env' | 'platform'>;
  /** Folder of the records that restore. */
  readonly records: string;
}

/** What a change needs to be made. */
interface Prepared {
  readonly file: SettingsFile;
  readonly after: string | null;
  readonly record: RestoreRecord | null;
  readonly folders: readonly string[];
}

const NOTHING_SHOWN = { before: '', after: '' };

function refused(
  target: Pick<SettingsTarget, 'agent' | 'path'>,
  parts: SettingsChange['parts'],
  refusal: SettingsRefusal,
): SettingsChange {
  const { agent, path } = target;
  return { agent, path, parts, action: 'refused', refusal, shown: NOTHING_SHOWN, notes: [] };
}

function actionOf({ file, after }: Pick<Prepared, 'file' | 'after'>): SettingsChange['action'] {
  if (after === file.text) return 'none';
  if (after === null) return 'delete';
  return file.text === null ? 'create' : 'change';
}

function shownOf({ file, after }: Prepared, targets: readonly SettingsTarget[]): SettingsChange['shown'] {
  const [one, other] = [file.text ?? '', after ?? ''];
  const isPlain = targets.every(({ part }) => part === 'plugin' || part === 'git');
  return isPlain ? { before: one, after: other } : hideUnchanged(one, other);
}

function groupByPath(targets: readonly SettingsTarget[]): readonly (readonly [SettingsTarget, ...SettingsTarget[]])[] {
  const groups = new Map<string, [SettingsTarget, ...SettingsTarget[]]>();
  for (const target of targets) {
    const group = groups.get(target.path);
    if (group === undefined) groups.set(target.path, [target]);
    else group.push(target);
  }
  return [...groups.values()];
}

class FileAgentSettings implements AgentSettings {
  readonly #options: AgentSettingsOptions;
  readonly #records: RestoreRecords;
  readonly #prepared = new WeakMap<SettingsChange, Prepared>();

  constructor(options: AgentSettingsOptions) {
    this.#options = options;
    this.#records = new RestoreRecords(options.records);
  }

  readonly known = INSTALLABLE;

  readonly present = () => presentAgents(this.#options.places);

  readonly survey = () => surveyHooks(this.#options.places, (program) => isRunnable(program, this.#options.program));

  readonly plan = (wish: SettingsWish): readonly SettingsChange[] => {
    const all = settingsTargets(this.#options.places, wish);
    const targets = all.filter((target): target is SettingsTarget => 'path' in target);
    const missing = all.filter((target): target is NoTarget => !('path' in target));
    return [
      ...groupByPath(targets).map((group) => this.#planFile(group, wish)),
      ...missing.map(({ agent, part, refusal }) => refused({ agent, path: '' }, [part], refusal)),
    ];
  };

  readonly apply = (change: SettingsChange): void => {
    const prepared = this.#prepared.get(change);
    if (prepared === undefined) return;
    const { file, after, record, folders } = prepared;
    if (record !== null) this.#records.write(record);
    if (after === null) removeSettingsFile(file, folders);
    else writeSettingsFile(file, after);
    if (record === null) this.#records.forget(file.real);
  };

  /** A record that cannot be read now must not be taken for none: it is what brings the file back. */
  #recordOf(real: string): RestoreRecord | SettingsRefusal | undefined {
    try {
      return this.#records.read(real);
    } catch (error) {
      const why = `what restores it cannot be read (${sayErrno(error)})`;
      return { code: 'not-readable', message: why };
    }
  }

  #planFile(group: readonly [SettingsTarget, ...SettingsTarget[]], { action }: SettingsWish): SettingsChange {
    const [{ agent, path }] = group;
    const parts = group.map(({ part }) => part);
    const { home, root } = this.#options.places;
    const file = readSettingsFile(path, [home, root]);
    if (!('real' in file)) return refused({ agent, path }, parts, file);
    const known = this.#recordOf(file.real);
    if (known !== undefined && 'code' in known) return refused({ agent, path }, parts, known);
    const folders = action === 'install' ? missingFolders(file.real) : (known?.folders ?? []);
    const plan =
      action === 'install'
        ? planInstall(file, { targets: group, record: known, folders })
        : planUninstall(file, group, known);
    if (!plan.ok) return refused({ agent, path }, parts, plan.refusal);
    const prepared: Prepared = { file, after: plan.after, record: plan.record, folders };
    const notes = action === 'install' ? group.flatMap((target) => target.notes ?? []) : [];
    const change: SettingsChange = {
      agent,
      path,
      parts,
      action: actionOf(prepared),
      shown: shownOf(prepared, group),
      notes,
    };
    if (change.action !== 'none') this.#prepared.set(change, prepared);
    return change;
  }
}

/** Opens the settings of the agents of this machine and of one project. */
export function openAgentSettings(options: AgentSettingsOptions): AgentSettings {
  return new FileAgentSettings(options);
}
