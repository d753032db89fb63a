import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Keeps a record for each file of settings that loom changed. */
export class RestoreRecords {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  #pathOf(real: string): string {
    return join(this.#folder, `${textDigest(real).slice(0, 32)}.json`);
  }

  /** The record of a file; none where it cannot be read. */
  read(real: string): RestoreRecord | undefined {
    try {
      const record = JSON.parse(readFileSync(this.#pathOf(real), 'utf8')) as RestoreRecord;
      return record.v === 1 && record.path === real && Array.isArray(record.steps) ? record : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes a record before its file is changed. Throws LoomError `storage`/`file-not-written`. */
  write(record: RestoreRecord): void {
    const path = this.#pathOf(record.path);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (process.platform !== 'win32') chmodSync(this.#folder, 0o700);
      writeFileSync(`${path}.part`, `${JSON.stringify(record)}\n`, { mode: 0o600, flush: true });
      renameSync(`${path}.part`, path);
    } catch (cause) {
      rmSync(`${path}.part`, { force: true });
      const errno = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
      throw new LoomError({
        kind: 'storage',
        code: 'file-not-written',
        message: `cannot write ${path} (${errno}); no settings were changed`,
        cause,
      });
    }
  }

  forget(real: string): void {
    rmSync(this.#pathOf(real), { force: true });
  }
}
