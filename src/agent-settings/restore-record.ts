import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readForeignPath, replaceForeignFile } from '../files/foreign-file.ts';
import { sayErrno } from '../kernel/errno-of.ts';

import { LoomError } from '../kernel/loom-error.ts';
import { type InverseEdit, revertByContent, revertExactly } from './text-edit.ts';

/** One change that loom made: what takes it back, and digests of the whole text before and after. */
export interface RestoreStep {
  readonly before: string;
  readonly after: string;
  readonly edits: readonly InverseEdit[];
}

/**
 * What restores a file of settings byte for byte. It holds what loom put in and what stood at that very place, no copy of the
 * file: settings hold secrets.
 */
export interface RestoreRecord {
  readonly v: 1;
  readonly path: string;
  /** The file was not there before. */
  readonly isMade: boolean;
  /** Folders made for it, outermost first. */
  readonly folders: readonly string[];
  readonly steps: readonly RestoreStep[];
}

/** The digest of a text, as steps have it. */
export function textDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The text before the latest steps, as far as they are known exactly; `rest` are the steps that are left. */
export function undoSteps(
  text: string,
  steps: readonly RestoreStep[],
): { readonly text: string; readonly rest: readonly RestoreStep[] } {
  const last = steps.at(-1);
  if (last === undefined || textDigest(text) !== last.after) return { text, rest: steps };
  const before = revertExactly(text, last.edits);
  if (textDigest(before) !== last.before) return { text, rest: steps };
  return undoSteps(before, steps.slice(0, -1));
}

/** The text without what the steps put in, where it was changed elsewhere; `undefined` where that cannot be told. */
export function undoInPlace(text: string, steps: readonly RestoreStep[]): string | undefined {
  let rest: string | undefined = text;
  for (const { edits } of steps.toReversed()) {
    if (rest !== undefined) rest = revertByContent(rest, edits);
  }
  return rest;
}

/** No record comes near it: it holds digests, and what loom put in. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Keeps a record for each file of settings that loom changed. */
export class RestoreRecords {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  #pathOf(real: string): string {
    return join(this.#folder, `${textDigest(real).slice(0, 32)}.json`);
  }

  /** The record of a file; none where what is there is no record. Throws what keeps it from being read. */
  read(real: string): RestoreRecord | undefined {
    const { bytes } = readForeignPath(this.#pathOf(real), MOST_BYTES);
    try {
      const record = JSON.parse(bytes?.toString() ?? 'null') as RestoreRecord | null;
      return record?.v === 1 && record.path === real && Array.isArray(record.steps) ? record : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes a record before its file is changed. Throws LoomError `storage`/`file-not-written`. */
  write(record: RestoreRecord): void {
    const path = this.#pathOf(record.path);
    try {
      replaceForeignFile(readForeignPath(path, MOST_BYTES), `${JSON.stringify(record)}\n`, { file: 0o600 });
    } catch (cause) {
      if (cause instanceof LoomError) throw cause;
      throw new LoomError({
        kind: 'storage',
        code: 'file-not-written',
        message: `cannot write ${path} (${sayErrno(cause)}); no settings were changed`,
        cause,
      });
    }
  }

  forget(real: string): void {
    rmSync(this.#pathOf(real), { force: true });
  }
}
