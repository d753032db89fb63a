import type { OpaqueTool } from './session-baselines.ts';

const SHELLS: ReadonlySet<string> = new Set([
  'bash',
  'shell',
  'shell_command',
  'exec_command',
  'local_shell',
  'local_shell_call',
  'run_shell_command',
  'run_command',
  'run_terminal_cmd',
  'run_in_terminal',
  'execute_command',
  'terminal',
  'container.exec',
  'unified_exec',
  'write_stdin',
  'powershell',
  'killshell',
  'developer__shell',
  'run_terminal_command',
  'run_terminal_command_v2',
  'copilot_runinterminal',
  'run_background_job',
]);
const SUBAGENTS: ReadonlySet<string> = new Set(['task', 'agent', 'spawn_agent', 'subagent', 'dispatch_agent']);

/** Tools whose effects on files are named by their arguments, or that have none. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  'read',
  'view',
  'read_file',
  'readfile',
  'read_many_files',
  'notebookread',
  'cat',
  'open_file',
  'edit',
  'write',
  'multiedit',
  'notebookedit',
  'update',
  'create',
  'write_file',
  'writefile',
  'editfile',
  'replace',
  'edit_file',
  'create_file',
  'str_replace',
  'str_replace_editor',
  'insert',
  'delete_file',
  'apply_patch',
  'search_replace',
  'write_to_file',
  'replace_in_file',
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
  'read_multiple_files',
  'read_file_v2',
  'edit_file_v2',
  'edit_notebook',
  'replace_string_in_file',
  'multi_replace_string_in_file',
  'insert_edit_into_file',
  'edit_notebook_file',
  'copilot_readfile',
  'copilot_createfile',
  'copilot_replacestring',
  'copilot_multireplacestring',
  'copilot_insertedit',
  'copilot_editfile',
  'copilot_editnotebook',
  'copilot_applypatch',
  'copilot_findtextinfiles',
  'copilot_findfiles',
  'copilot_searchcodebase',
  'copilot_listdirectory',
  'copilot_geterrors',
  'delete_path',
  'move_path',
  'copy_path',
  'save_file',
  'restore_file_from_disk',
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
  if (SHELLS.has(plain)) return 'shell';
  if (SUBAGENTS.has(plain)) return 'subagent';
  if (TRANSPARENT.has(plain)) return null;
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
