import { prebuiltAddon } from './native-addon.ts';

/** The access control list of a file, as Linux keeps it: a version, then entries of tag, permissions and id. */
const ATTRIBUTE = 'system.posix_acl_access';
const HEADER = 4;
const ENTRY = 8;
const NAMED_USER = 0x02;
const NAMED_GROUP = 0x08;
const MASK = 0x10;

interface Entry {
  readonly tag: number;
  readonly permissions: number;
}

/** Whether a list gives a user or a group that it names any permission. */
export function opensToOthers(list: Uint8Array): boolean {
  const entries = entriesOf(list);
  const mask = entries.find(({ tag }) => tag === MASK)?.permissions ?? 7;
  return entries.some(
    ({ tag, permissions }) => (tag === NAMED_USER || tag === NAMED_GROUP) && (permissions & mask) !== 0,
  );
}

function entriesOf(list: Uint8Array): readonly Entry[] {
  const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
  const entries: Entry[] = [];
  for (let at = HEADER; at + ENTRY <= view.byteLength; at += ENTRY) {
    entries.push({ tag: view.getUint16(at, true), permissions: view.getUint16(at + 2, true) });
  }
  return entries;
}

/**
 * Whether an access control list opens this open file or folder to users or groups by name. The group bits of its mode are the list's mask:
 * only where one of them is set is there anything to ask. A file system without lists has none; other platforms are not asked.
 */
export function hasOpenAccessList(fd: number, mode: number): boolean {
  if (process.platform !== 'linux' || (mode & 0o070) === 0) return false;
  try {
    const list = prebuiltAddon()?.getAttrSync(fd, ATTRIBUTE) ?? null;
    return list !== null && opensToOthers(new Uint8Array(list));
  } catch {
    return false;
  }
}
