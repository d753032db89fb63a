import { fileAccessOf, isShellTool } from '../events/tool-names.ts';
import type { OpaqueTool } from './session-baselines.ts';

/** Tools that act on a command that runs already. */
const RUNNING_SHELL: ReadonlySet<string> = new Set(['write_stdin', 'killshell']);
const SUBAGENTS: ReadonlySet<string> = new Set(['task', 'agent', 'spawn_agent', 'subagent', 'dispatch_agent']);

/** Tools that change no file, or none of the project. */
const HARMLESS: ReadonlySet<string> = new Set([
  'glob',
  'grep',
  'ls',
  'find',
  'list',
  'list_dir',
  'list_directory',
  'list_files',
  'search',
  'search_files',
  'search_file_content',
  'file_search',
  'grep_search',
  'codebase_search',
  'view_image',
  'todowrite',
  'todoread',
  'todo_write',
  'update_plan',
  'write_todos',
  'webfetch',
  'websearch',
  'web_fetch',
  'web_search',
  'web_search_call',
  'google_web_search',
  'askuserquestion',
  'enterplanmode',
  'exitplanmode',
  'toolsearch',
  'bashoutput',
  'taskoutput',
  'taskcreate',
  'taskget',
  'tasklist',
  'taskupdate',
  'save_memory',
  'copilot_findtextinfiles',
  'copilot_findfiles',
  'copilot_searchcodebase',
  'copilot_listdirectory',
  'copilot_geterrors',
  'find_path',
  'diagnostics',
  'thinking',
  'directory_tree',
  'search_files_content',
  'glob_file_search',
  'attempt_completion',
  'ask_followup_question',
]);

function isMcp(name: string): boolean {
  return /^mcp(?:__|_|[.:/])/.test(name) || /^[\w-]+__[\w-]+$/.test(name);
}

/** What makes a tool's effects impossible to name; null for tools that say themselves which files they touch, or touch none. */
export function opaqueKind(name: string): OpaqueTool['kind'] | null {
  const plain = name.toLowerCase();
  if (isShellTool(plain) || RUNNING_SHELL.has(plain)) return 'shell';
  if (SUBAGENTS.has(plain)) return 'subagent';
  if (HARMLESS.has(plain) || fileAccessOf(plain) !== undefined) return null;
  return isMcp(plain) ? 'mcp' : 'other';
}

/** Counts calls of tools whose effects cannot be named, in order of first call. */
export function countOpaqueTools(names: readonly string[]): readonly OpaqueTool[] {
  const tools = new Map<string, OpaqueTool>();
  for (const name of names) {
    const kind = opaqueKind(name);
    if (kind !== null) tools.set(name, { name, kind, calls: (tools.get(name)?.calls ?? 0) + 1 });
  }
  return [...tools.values()];
}
