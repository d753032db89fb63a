import { dirname, join } from 'node:path';
import type { AgentName } from '../events/agents.ts';
import type { PolicyFile } from '../events/snapshot-data.ts';
import { readClaudeSettings, readClaudeState, readServerFile } from './claude-grant.ts';
import { readCodexSettings } from './codex-grant.ts';
import { readHookFile } from './describe-hooks.ts';
import type { SettingsReader } from './grant-parts.ts';
import { readCursorSettings, readGeminiSettings, readOpencodeSettings } from './other-grants.ts';
import type { Env } from './run-git.ts';

/** How a file is read. */
export interface PolicyReading {
  readonly kind: PolicyFile['kind'];
  readonly format: 'text' | 'json' | 'toml';
  /** Whose grants it holds. */
  readonly agent?: AgentName;
  readonly settings?: SettingsReader;
  /** Other things live in the file too, so that its bytes say nothing. */
  readonly shared?: boolean;
}

/** A file that may hold policy. */
export interface PolicyPlace extends PolicyReading {
  /** As shown: relative to the root, or from `~/`. */
  readonly path: string;
  readonly file: string;
  readonly level: PolicyFile['level'];
}

export const INSTRUCTIONS: PolicyReading = { kind: 'instructions', format: 'text' };

function settingsOf(agent: AgentName, format: 'json' | 'toml', settings: SettingsReader): PolicyReading {
  return { kind: 'settings', format, agent, settings };
}

function serversOf(agent: AgentName): PolicyReading {
  return { kind: 'servers', format: 'json', agent, settings: readServerFile };
}

const CLAUDE = settingsOf('claude-code', 'json', readClaudeSettings);
const CODEX = settingsOf('codex', 'toml', readCodexSettings);
const GEMINI = settingsOf('gemini', 'json', readGeminiSettings);
const OPENCODE = settingsOf('opencode', 'json', readOpencodeSettings);
const CODEX_HOOKS = settingsOf('codex', 'json', readHookFile);
const CURSOR_HOOKS = settingsOf('cursor', 'json', readHookFile);
/** Each file of a folder of hooks. */
export const HOOKS_OF_COPILOT = settingsOf('copilot-cli', 'json', readHookFile);
export const HOOK_GLOBS = ['.github/hooks/*.json'];
const CURSOR = settingsOf('cursor', 'json', readCursorSettings);

/** Instructions that agents read in the working folder and in every folder above it up to the root. */
const NESTED = ['AGENTS.md', 'AGENTS.override.md', 'CLAUDE.md', 'CLAUDE.local.md', 'GEMINI.md'];

const AT_ROOT: readonly (readonly [string, PolicyReading])[] = [
  ['.claude/CLAUDE.md', INSTRUCTIONS],
  ['.cursorrules', INSTRUCTIONS],
  ['.github/copilot-instructions.md', INSTRUCTIONS],
  ['.claude/settings.json', CLAUDE],
  ['.claude/settings.local.json', CLAUDE],
  ['.mcp.json', serversOf('claude-code')],
  ['.codex/config.toml', CODEX],
  ['.codex/hooks.json', CODEX_HOOKS],
  ['.gemini/settings.json', GEMINI],
  ['opencode.json', OPENCODE],
  ['opencode.jsonc', OPENCODE],
  ['.cursor/mcp.json', serversOf('cursor')],
  ['.cursor/cli.json', CURSOR],
  ['.cursor/hooks.json', CURSOR_HOOKS],
  ['.loom/policy.json', { kind: 'loom', format: 'json' }],
];

/** Folders of rules; every file below them counts. */
export const RULE_GLOBS = ['.cursor/rules/**', '.claude/rules/**', '.github/instructions/**'];

interface UserFolder {
  /** As shown below `~/`. */
  readonly shown: string;
  readonly folder: string;
}

function userPlaces(
  { shown, folder }: UserFolder,
  files: readonly (readonly [string, PolicyReading])[],
): readonly PolicyPlace[] {
  return files.map(([name, reading]) => ({
    ...reading,
    path: `~/${shown}${name}`,
    file: join(folder, name),
    level: 'user',
  }));
}

const CLAUDE_STATE: PolicyReading = {
  kind: 'servers',
  format: 'json',
  agent: 'claude-code',
  settings: readClaudeState,
  shared: true,
};

/** Settings and instructions of the user, wherever the environment puts them; shown under their usual names. */
function placesOfUser(env: Env): readonly PolicyPlace[] {
  const home = env['HOME'] || env['USERPROFILE'];
  if (home === undefined) return [];
  const claude = env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
  const codex = env['CODEX_HOME'] || join(home, '.codex');
  const config = env['XDG_CONFIG_HOME'] || join(home, '.config');
  const stateFolder = env['CLAUDE_CONFIG_DIR'] || home;
  return [
    ...userPlaces({ shown: '.claude/', folder: claude }, [
      ['CLAUDE.md', INSTRUCTIONS],
      ['settings.json', CLAUDE],
    ]),
    ...userPlaces({ shown: '', folder: stateFolder }, [['.claude.json', CLAUDE_STATE]]),
    ...userPlaces({ shown: '.codex/', folder: codex }, [
      ['AGENTS.md', INSTRUCTIONS],
      ['AGENTS.override.md', INSTRUCTIONS],
      ['config.toml', CODEX],
      ['hooks.json', CODEX_HOOKS],
    ]),
    ...userPlaces({ shown: '.gemini/', folder: join(home, '.gemini') }, [
      ['GEMINI.md', INSTRUCTIONS],
      ['settings.json', GEMINI],
    ]),
    ...userPlaces({ shown: '.config/opencode/', folder: join(config, 'opencode') }, [
      ['AGENTS.md', INSTRUCTIONS],
      ['opencode.json', OPENCODE],
      ['opencode.jsonc', OPENCODE],
    ]),
    ...userPlaces({ shown: '.cursor/', folder: join(home, '.cursor') }, [
      ['mcp.json', serversOf('cursor')],
      ['cli-config.json', CURSOR],
      ['hooks.json', CURSOR_HOOKS],
    ]),
  ];
}

/** Folders from the root down to the working folder, relative with a `/` at the end; the root is the empty text. */
function foldersDown(root: string, cwd: string): readonly string[] {
  const below: string[] = [''];
  for (let folder = cwd; folder !== root && folder.startsWith(root); folder = dirname(folder)) {
    if (folder === dirname(folder)) break;
    below.push(`${folder.slice(root.length).replaceAll('\\', '/').replace(/^\//, '')}/`);
  }
  return below.sort();
}

/** Every file by a fixed name that may hold policy of a folder's project; most are not there. */
export function listPolicyPlaces(
  { root, cwd }: { readonly root: string; readonly cwd: string },
  env: Env,
): readonly PolicyPlace[] {
  const nested = foldersDown(root, cwd).flatMap((folder) =>
    NESTED.map((name) => [`${folder}${name}`, INSTRUCTIONS] as const),
  );
  const ofProject = [...nested, ...AT_ROOT].map(
    ([path, reading]): PolicyPlace => ({ ...reading, path, file: join(root, path), level: 'project' }),
  );
  return [...ofProject, ...placesOfUser(env)];
}
