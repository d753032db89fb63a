import { field, type JsonObject, listField, objectField, textField } from '../../kernel/json-fields.ts';

/** The folder that a session names itself; one on another machine is not taken for one of this. */
export function composerFolder(composer: JsonObject): string | undefined {
  const uri = objectField(objectField(composer, 'workspaceIdentifier'), 'uri');
  if ((textField(uri, 'scheme') ?? 'file') !== 'file') return undefined;
  return textField(uri, 'fsPath') ?? textField(uri, 'path');
}

/** The branch that a session was last on, else the one it began on. */
export function composerBranch(composer: JsonObject): string | undefined {
  return textField(objectField(composer, 'activeBranch'), 'branchName') ?? textField(composer, 'createdOnBranch');
}

/** The session that sent this one out. */
export function parentComposer(composer: JsonObject): string | undefined {
  return textField(objectField(composer, 'subagentInfo'), 'parentComposerId');
}

/** Folders of the window. */
export function listedFolders(record: JsonObject): readonly string[] {
  return listField(record, 'folders').filter((folder) => typeof folder === 'string');
}

/** Times that a session as a whole tells. */
export function wholeTimes(record: JsonObject): readonly unknown[] {
  return [field(record, 'createdAt'), field(record, 'lastUpdatedAt'), field(record, 'lastSendTime')];
}
