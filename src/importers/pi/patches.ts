import { asObject, field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { entryType } from './entry.ts';

/** A later payload for the message of an earlier entry. */
export interface EntryPatch {
  readonly target: string;
  readonly message: JsonObject;
  /** JSON pointer of the message in the patch. */
  readonly pointer: string;
}

const TARGET_KEYS = ['targetId', 'entryId', 'target'] as const;
/** Where the new message may stand in a patch. */
const MESSAGE_PATHS = [['message'], ['patch', 'message'], ['payload', 'message'], ['payload'], ['patch']] as const;
const HEADER_KEYS = ['patch', 'header', 'payload'] as const;

function at(entry: JsonObject, path: readonly string[]): JsonObject | undefined {
  return path.reduce<JsonObject | undefined>((object, key) => asObject(field(object, key)), entry);
}

/** Reads a patch of a message; undefined where it names no entry or brings no message. */
export function readEntryPatch(entry: JsonObject): EntryPatch | undefined {
  if (entryType(entry) !== 'entry_patch') return undefined;
  const target = TARGET_KEYS.map((key) => textField(entry, key)).find((id) => id !== undefined);
  const path = MESSAGE_PATHS.find((one) => textField(at(entry, one), 'role') !== undefined);
  const message = path === undefined ? undefined : at(entry, path);
  if (target === undefined || path === undefined || message === undefined) return undefined;
  return { target, message, pointer: `/${path.join('/')}` };
}

/** What a record says of the header: the header itself, or a patch of it; undefined for other records. */
export function readHeaderFields(entry: JsonObject): JsonObject | undefined {
  const type = entryType(entry);
  if (type === 'session') return entry;
  if (type !== 'header_patch') return undefined;
  const key = HEADER_KEYS.find((name) => asObject(field(entry, name)) !== undefined);
  return key === undefined ? entry : asObject(field(entry, key));
}
