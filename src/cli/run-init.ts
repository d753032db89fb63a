import type { AppContext } from '../app/context.ts';
import { compareRedacted } from '../app/digest-block-file.ts';
import { applySettings, isToDo, planSettings, type SettingsPlan } from '../app/plan-settings.ts';
import type { SettingsChange } from '../app/ports/agent-settings.ts';
import type { AgentName } from '../events/agents.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Answer } from './answer.ts';
import { readAgentFlag } from './flag-readers.ts';
import { type OpenedSettings, openSettings } from './open-agent-settings.ts';
import { writeNotice } from './output.ts';
import { confirm } from './prompt-confirm.ts';
import { renderInit, renderInitPlan, type ShownChange, type ShownInit } from './render/init.ts';

/** The flags of `loom init`. */
export interface InitFlags {
  readonly agent?: readonly string[] | undefined;
  readonly user: boolean;
  readonly project: boolean;
  readonly uninstall: boolean;
  readonly 'with-permissions': boolean;
  readonly 'with-mcp': boolean;
  readonly 'with-notify': boolean;
  readonly yes: boolean;
  readonly 'dry-run': boolean;
}

function readAgents({ agent }: InitFlags, known: readonly AgentName[]): readonly AgentName[] | null {
  if (agent === undefined || agent.length === 0) return null;
  const named = agent.map((word) => readAgentFlag(word) as AgentName);
  const stranger = named.find((name) => !known.includes(name));
  if (stranger === undefined) return [...new Set(named)];
  throw new LoomError({
    kind: 'usage',
    code: 'agent-without-hooks',
    message: `loom has no hooks for ${stranger}; its sessions come by import`,
    hints: [`loom import ${stranger}`, `agents with hooks: ${known.join(', ')}`],
  });
}

/** The same command without its question. */
function agreedCommand(flags: InitFlags): string {
  const set = (['user', 'uninstall', 'with-permissions', 'with-mcp', 'with-notify'] as const).filter(
    (name) => flags[name],
  );
  const agents = (flags.agent ?? []).map((agent) => ` --agent ${agent}`);
  return `loom init${agents.join('')}${set.map((name) => ` --${name}`).join('')} --yes`;
}

function shownChange(app: AppContext, { shown, ...change }: SettingsChange): ShownChange {
  const diff = compareRedacted(app, shown.before, shown.after);
  // Of no text the comparison makes one empty line.
  const isNew = shown.before === '';
  const isGone = shown.after === '';
  return { ...change, diff: isNew ? diff.replace(/^-\n/, '') : isGone ? diff.replace(/(^|\n)\+\n$/, '$1') : diff };
}

interface Opened extends OpenedSettings {
  readonly plan: SettingsPlan;
  readonly program: string | null;
}

async function planInit(app: AppContext, flags: InitFlags): Promise<Opened> {
  const opened = await openSettings(app);
  const scope = flags.user ? 'user' : 'project';
  const program = flags.uninstall ? null : opened.findProgram(scope);
  const plan = planSettings(opened.settings, {
    action: flags.uninstall ? 'uninstall' : 'install',
    scope,
    agents: readAgents(flags, opened.settings.known),
    program: program ?? 'loom',
    withPermissions: flags['with-permissions'],
    withServers: flags['with-mcp'],
    withNotify: flags['with-notify'],
  });
  return { ...opened, plan, program };
}

/** Makes the changes; a fault names what was written before it. */
function applyAll({ settings, plan }: Opened): void {
  const done: string[] = [];
  try {
    applySettings(settings, plan, ({ path }) => done.push(path));
  } catch (error) {
    if (!(error instanceof LoomError) || done.length === 0) throw error;
    const { kind, code, message, hints } = error;
    throw new LoomError({
      kind,
      code,
      message,
      hints: [...hints, `already written: ${done.join(', ')}`],
      cause: error,
    });
  }
}

function resultOf({ changes }: SettingsPlan, dryRun: boolean): ShownInit['result'] {
  if (changes.some(isToDo)) return dryRun ? 'planned' : 'written';
  return changes.some(({ action }) => action === 'refused') ? 'refused' : 'unchanged';
}

/** Plans what `loom init` asks for, shows it, asks, and writes file after file. */
export async function runInit(app: AppContext, flags: InitFlags): Promise<Answer> {
  const opened = await planInit(app, flags);
  const { plan, program } = opened;
  const changes = plan.changes.map((change) => shownChange(app, change));
  const shown: ShownInit = {
    action: flags.uninstall ? 'uninstall' : 'install',
    scope: flags.user ? 'user' : 'project',
    program,
    result: resultOf(plan, flags['dry-run']),
    agents: plan.agents,
    changes,
    notes: plan.notes,
  };
  if (shown.result === 'written') {
    if (!flags.yes) writeNotice(renderInitPlan(changes));
    await confirm({ question: 'Write this?', command: agreedCommand(flags), yes: flags.yes });
    applyAll(opened);
  }
  return {
    json: shown,
    text: () => renderInit(shown),
    notes: [...changes.filter(isDone).flatMap((change) => change.notes), ...plan.notes, ...undoNote(shown, flags)],
    exit: changes.some(({ action }) => action === 'refused') ? 6 : 0,
    committed: shown.result === 'written' ? 'the settings of agents' : 'nothing',
  };
}

function isDone({ action }: ShownChange): boolean {
  return action !== 'none' && action !== 'refused';
}

function undoNote({ result, action }: ShownInit, flags: InitFlags): readonly string[] {
  if (result !== 'written' || action === 'uninstall') return [];
  return [`to take it back: loom init --uninstall${flags.user ? ' --user' : ''}`];
}
