/** Tools that run a command line, by the names that agents give them. */
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
  'powershell',
  'developer__shell',
  'run_terminal_command',
  'run_terminal_command_v2',
  'copilot_runinterminal',
  'run_background_job',
  'exec',
]);

/** Tools that read a file, and say which. */
const READERS: ReadonlySet<string> = new Set([
  'read',
  'view',
  'read_file',
  'readfile',
  'notebookread',
  'cat',
  'read_many_files',
  'open_file',
  'read_multiple_files',
  'copilot_readfile',
  'read_file_v2',
]);

/** Tools that change a file, and say which. */
const EDITORS: ReadonlySet<string> = new Set([
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
  'replace_string_in_file',
  'multi_replace_string_in_file',
  'insert_edit_into_file',
  'edit_notebook_file',
  'copilot_createfile',
  'copilot_replacestring',
  'copilot_multireplacestring',
  'copilot_insertedit',
  'copilot_editfile',
  'copilot_editnotebook',
  'copilot_applypatch',
  'edit_file_v2',
  'edit_notebook',
  'delete_path',
  'move_path',
  'copy_path',
  'save_file',
  'restore_file_from_disk',
]);

/** Whether a tool runs commands that may do anything to a checkout. Names are compared in any case. */
export function isShellTool(name: string): boolean {
  return SHELLS.has(name.toLowerCase());
}

/** How a tool touches the file that its arguments name; undefined for any other tool. */
export function fileAccessOf(name: string): 'read' | 'edit' | undefined {
  const plain = name.toLowerCase();
  if (READERS.has(plain)) return 'read';
  return EDITORS.has(plain) ? 'edit' : undefined;
}
