import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { asObject, field, objectField } from '../../kernel/json-fields.ts';
import { parseJson } from '../parse-json.ts';

const MOST_BYTES = 1024 * 1024;

/** A small file of the agent beside its sessions; `undefined` when there is none. */
function readSmall(path: string): string | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= MOST_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** The folder `tmp/<project>` that a session file lies in. */
function projectFolder(path: string): string | undefined {
  for (let folder = dirname(path); dirname(folder) !== folder; folder = dirname(folder)) {
    if (basename(dirname(folder)) === 'tmp') return folder;
  }
  return undefined;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The root that the agent has listed under a project's name, or whose digest is the project's. */
function listedRoot(folder: string, projectHash: string | undefined): string | undefined {
  const listed = objectField(
    asObject(parseJson(readSmall(join(dirname(dirname(folder)), 'projects.json')) ?? '')),
    'projects',
  );
  const name = basename(folder);
  return Object.keys(listed ?? {}).find((root) => {
    const digest = sha256(root);
    return field(listed, root) === name || digest === projectHash || digest === name;
  });
}

/**
 * Where a session's project lies, which its own records need not say: the root file of its folder, else the agent's list of
 * projects. A digest alone tells no root.
 */
export function findProjectRoot(path: string, projectHash: string | undefined): string | undefined {
  const folder = projectFolder(path);
  if (folder === undefined) return undefined;
  const written = readSmall(join(folder, '.project_root'))?.trim();
  if (written !== undefined && isAbsolute(written)) return written;
  return listedRoot(folder, projectHash);
}
