import { basename, dirname } from 'node:path';

/** `<time>_<id>.jsonl`, as the agents name their files. */
const NAMED = /^\d{4}-\d\d-\d\dT[\d-]+Z?_(.+?)(?:\.jsonl)?$/i;

/** The session id in the name of a file, or of the folder with a session's own files. */
export function idInName(path: string): string | undefined {
  return NAMED.exec(basename(path))?.[1];
}

/** The session that a file in a session's own folder belongs to. */
export function ownerOf(path: string): string | undefined {
  return idInName(dirname(path));
}

/** The session that a header names as its parent: an id, or the path of its file. */
export function parentId(named: string): string {
  const name = named.split(/[\\/]/).at(-1) ?? named;
  return idInName(name) ?? name.replace(/\.jsonl$/i, '');
}
