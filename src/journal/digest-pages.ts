import { closeSync, fstatSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DigestPages, StoredPage } from '../app/ports/digest-pages.ts';
import { errnoOf } from '../kernel/errno-of.ts';
import type { ProjectId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { withoutLines } from './page-lines.ts';
import { ensureFolder, namesIn, openSafely, replaceFile, storageFault } from './safe-fs.ts';

const PAGE = 'MEMORY.md';
const MOST_BYTES = 1024 * 1024;
const MOST_SLUG = 40;
const ID_PART = 8;

/** The name of a project as part of a folder's name: lower-case letters and digits of any script. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MOST_SLUG)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'project' : slug;
}

/** The folder that a project has already, whatever it was called then; else the one that it gets. */
function folderOf(projectsDir: string, project: ProjectId, name: string): string {
  const ending = `-${project.slice(0, ID_PART)}`;
  const known = namesIn(projectsDir).find((each) => each.endsWith(ending));
  return join(projectsDir, known ?? `${slugOf(name)}${ending}`);
}

function notText(path: string, why: string): LoomError {
  return new LoomError({
    kind: 'problem',
    code: 'digest-not-text',
    message: `${path} ${why}; it is left as it is`,
    hints: [`mv '${path}' '${path}.kept'`],
    details: { path },
  });
}

/** Says that a page is not what it was when it was read. */
export function pageChanged(path: string): LoomError {
  return new LoomError({
    kind: 'busy',
    code: 'digest-changed',
    message: `${path} was changed while it was read; nothing was written to it`,
    hints: ['run the same command again'],
  });
}

/** Bytes of a page as text, or the reason why they are none. */
function readPage(path: string): string | null {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  const fd = openSafely(path, 'read');
  try {
    if (fstatSync(fd).size > MOST_BYTES) throw notText(path, 'has more than 1 MiB');
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(fd));
  } catch (error) {
    if (error instanceof TypeError) throw notText(path, 'is no UTF-8 text');
    throw error instanceof LoomError ? error : storageFault({ operation: 'read', path, cause: error });
  } finally {
    closeSync(fd);
  }
}

class FilePages implements DigestPages {
  readonly #projectsDir: string;

  constructor(projectsDir: string) {
    this.#projectsDir = projectsDir;
  }

  read(project: ProjectId, name: string): StoredPage {
    const path = join(folderOf(this.#projectsDir, project, name), PAGE);
    return { path, text: readPage(path) };
  }

  write(project: ProjectId, name: string, page: { readonly before: string | null; readonly text: string }): void {
    const folder = folderOf(this.#projectsDir, project, name);
    const path = join(folder, PAGE);
    ensureFolder(folder);
    if (readPage(path) !== page.before) throw pageChanged(path);
    replaceFile(path, [Buffer.from(page.text, 'utf8')]);
  }

  eraseLines(words: readonly string[]): void {
    erasePageLines(this.#projectsDir, words);
  }
}

/** The pages of a store on disk. */
export function openDigestPages(projectsDir: string): DigestPages {
  return new FilePages(projectsDir);
}

function pagesIn(projectsDir: string): readonly string[] {
  return namesIn(projectsDir).flatMap((name) =>
    namesIn(join(projectsDir, name)).map((file) => join(projectsDir, name, file)),
  );
}

/**
 * Takes lines that hold one of the words out of every page, and removes what a killed write left
 * behind; repeatable.
 */
export function erasePageLines(projectsDir: string, words: readonly string[]): void {
  if (words.length === 0) return;
  for (const path of pagesIn(projectsDir)) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true) eraseFrom(path, words);
  }
}

function eraseFrom(path: string, words: readonly string[]): void {
  try {
    if (path.endsWith('.tmp')) rmSync(path);
    else eraseLinesOf(path, words);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return;
    throw error instanceof LoomError ? error : storageFault({ operation: 'erase', path, cause: error });
  }
}

/** Bytes that are no UTF-8 survive: they are read and written as they are. */
function eraseLinesOf(path: string, words: readonly string[]): void {
  const binary = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
  const page = readFileSync(path).toString('latin1');
  const rest = withoutLines(page, words.map(binary));
  if (rest !== undefined) replaceFile(path, [Buffer.from(rest, 'latin1')]);
}
