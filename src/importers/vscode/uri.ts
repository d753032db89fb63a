import { asObject, type JsonObject, listField, objectField, textField } from '../../kernel/json-fields.ts';
import { filePathOf } from '../workspace-folder.ts';

/** The path of a URI as VS Code keeps it: taken apart, or a text. Also of one that lies on another machine. */
export function uriPath(value: unknown): string | undefined {
  const uri = asObject(value);
  if (uri !== undefined) return textField(uri, 'fsPath') ?? textField(uri, 'path');
  return typeof value === 'string' ? filePathOf(value) : undefined;
}

/** The path of a URI that lies on this machine. */
function localPath(uri: JsonObject | undefined): string | undefined {
  return textField(uri, 'scheme') === 'file' ? uriPath(uri) : undefined;
}

/** Folders of this machine that links in an answer are relative to: the project's, as far as the chat itself tells. */
export function baseFolders(request: JsonObject): readonly string[] {
  return listField(request, 'response').flatMap((item) => {
    const path = localPath(objectField(asObject(item), 'baseUri'));
    return path === undefined || path === '/' ? [] : [path.replace(/\/$/, '')];
  });
}
