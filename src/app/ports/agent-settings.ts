import type { AgentName } from '../../events/agents.ts';

/** Whose settings: those of the user, which count everywhere, or those of one project. */
export type SettingsScope = 'user' | 'project';

/** What a file of settings holds for loom. */
export type SettingsPart = 'hooks' | 'servers' | 'plugin' | 'notify' | 'git';

/** What is wished of the settings of agents. */
export interface SettingsWish {
  readonly action: 'install' | 'uninstall';
  readonly scope: SettingsScope;
  readonly agents: readonly AgentName[];
  /** The program that agents are to run: an absolute path, or a plain name that PATH resolves. */
  readonly program: string;
  /** Also the hooks that agents wait for before each tool call. */
  readonly withPermissions: boolean;
  /** Also an entry for the MCP server, where an agent has a file for it. */
  readonly withServers: boolean;
  /** Codex: its notify program instead of hooks. */
  readonly withNotify: boolean;
  /** Also the lines of files of git, for a project that is a repository. */
  readonly withGit: boolean;
}

/** What becomes of one file. */
export interface SettingsChange {
  /** Null for files of git. */
  readonly agent: AgentName | null;
  readonly parts: readonly SettingsPart[];
  /** As a person knows it, links not resolved; empty where the agent has no file for these parts. */
  readonly path: string;
  readonly action: 'create' | 'change' | 'delete' | 'none' | 'refused';
  /** Why nothing is done; only with `refused`. */
  readonly refusal?: SettingsRefusal;
  /** The file before and after, to be compared by a person: texts that do not change are left out of it. */
  readonly shown: { readonly before: string; readonly after: string };
  /** What a person should know about it or still do. */
  readonly notes: readonly string[];
}

/** Why a file is left as it is: a code, and words for a person. */
export interface SettingsRefusal {
  readonly code: string;
  readonly message: string;
}

/** What a file of settings says of loom's hooks. */
export interface HookSurvey {
  readonly agent: AgentName;
  readonly scope: SettingsScope;
  readonly path: string;
  /** Events that call loom; a plugin file has none to name. */
  readonly events: readonly string[];
  readonly program: string;
  /** Whether the program is still there. */
  readonly isRunnable: boolean;
  /** The agent's own switch turns all hooks off. */
  readonly isDisabled: boolean;
}

/** Where agents keep what they run: read, planned and written, one file at a time. */
export interface AgentSettings {
  /** Every agent whose hooks can be installed. */
  readonly known: readonly AgentName[];
  /** Agents with hooks that this machine or project has a folder of. */
  readonly present: () => readonly AgentName[];
  /** What a wish comes to; changes nothing. */
  readonly plan: (wish: SettingsWish) => readonly SettingsChange[];
  /** Makes one planned change, whole or not at all. Throws LoomError `storage`, or `busy`/`file-changed`. */
  readonly apply: (change: SettingsChange) => void;
  readonly survey: () => readonly HookSurvey[];
}
