import {
  asObject,
  field,
  type JsonObject,
  listField,
  numberField,
  objectField,
  textField,
} from '../../kernel/json-fields.ts';

/** Type of an entry as the agent names it; empty when it has none. */
export function entryType(entry: JsonObject): string {
  return textField(entry, 'type') ?? '';
}

/** Whether an entry says something of the file, not of the conversation: its header, its title. */
export function isAboutFile(entry: JsonObject): boolean {
  const type = entryType(entry);
  return type === 'session' || type === 'title';
}

/** Id of an entry; the first version of the format has none. */
export function entryId(entry: JsonObject): string | undefined {
  return entryType(entry) === 'session' ? undefined : textField(entry, 'id');
}

/** The message of an entry. */
export function messageOf(entry: JsonObject): JsonObject | undefined {
  return entryType(entry) === 'message' ? objectField(entry, 'message') : undefined;
}

/** Role of a message as the present version of the format names it. */
export function roleOf(message: JsonObject): string {
  const role = textField(message, 'role') ?? '';
  return role === 'hookMessage' ? 'custom' : role;
}

/** Content parts of a message; a plain string is one text part. */
export function partsOf(content: unknown): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts.flatMap((part) => {
    const block = typeof part === 'string' ? { type: 'text', text: part } : asObject(part);
    return block === undefined ? [] : [block];
  });
}

/** Text of all text parts. */
export function joinedText(content: unknown): string {
  return partsOf(content)
    .filter((part) => field(part, 'type') === 'text')
    .map((part) => textField(part, 'text') ?? '')
    .join('\n');
}

/** The tool calls among the content parts of a message. */
export function callsOf(message: JsonObject): readonly JsonObject[] {
  return listField(message, 'content').flatMap((part) => {
    const block = asObject(part);
    return block !== undefined && field(block, 'type') === 'toolCall' ? [block] : [];
  });
}

/** Version that a header declares; 1 where it says nothing. */
export function versionOf(header: JsonObject): number {
  return numberField(header, 'version') ?? 1;
}

/** Name of the model that an entry changes to. */
export function changedModel(entry: JsonObject): string | undefined {
  const model = textField(entry, 'modelId') ?? textField(entry, 'model');
  // Some write `provider/model` in one, and a provider may have slashes of its own in its models.
  return Object.hasOwn(entry, 'modelId') ? model : model?.slice(model.indexOf('/') + 1);
}
