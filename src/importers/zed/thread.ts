import { asObject, type JsonObject, listField, objectField, textField } from '../../kernel/json-fields.ts';

/** A folder of the project as it was when a thread began. */
export interface Worktree {
  readonly path: string;
  readonly head: string | undefined;
  readonly branch: string | undefined;
  readonly remote: string | undefined;
}

/** The folders of the project, with the state of their repositories. */
export function readWorktrees(data: JsonObject): readonly Worktree[] {
  const snapshot = objectField(data, 'initial_project_snapshot');
  return listField(snapshot, 'worktree_snapshots').flatMap((value) => {
    const worktree = asObject(value);
    const path = textField(worktree, 'worktree_path');
    const git = objectField(worktree, 'git_state');
    if (path === undefined) return [];
    const [head, branch] = [textField(git, 'head_sha'), textField(git, 'current_branch')];
    return [{ path, head, branch, remote: textField(git, 'remote_url') }];
  });
}

/** Folders as the row lists them: sorted, with their order beside them. */
function listedFolders(row: JsonObject): readonly string[] {
  const paths = (textField(row, 'folder_paths') ?? '').split('\n').filter((path) => path !== '');
  const order = (textField(row, 'folder_paths_order') ?? '').split(',').map(Number);
  const place = (index: number): number => order[index] ?? index;
  return paths
    .map((path, index) => ({ path, at: place(index) }))
    .sort((a, b) => a.at - b.at)
    .map(({ path }) => path);
}

/** Every folder of a thread's project, in order. */
export function threadFolders(row: JsonObject, data: JsonObject): readonly string[] {
  return [...new Set([...listedFolders(row), ...readWorktrees(data).map(({ path }) => path)])];
}

/** The thread that sent this one out. */
export function parentThread(row: JsonObject, data: JsonObject): string | undefined {
  return textField(row, 'parent_id') ?? textField(objectField(data, 'subagent_context'), 'parent_thread_id');
}

/** Times that a thread tells: when it was made, when its project was looked at, when it was last saved. */
export function threadTimes(row: JsonObject, data: JsonObject): readonly (string | undefined)[] {
  const snapshot = objectField(data, 'initial_project_snapshot');
  return [
    textField(row, 'created_at'),
    textField(snapshot, 'timestamp'),
    textField(row, 'updated_at'),
    textField(data, 'updated_at'),
  ];
}
