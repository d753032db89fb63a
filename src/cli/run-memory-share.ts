import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import type { AppContext } from '../app/context.ts';
import { noteExport } from '../app/note-export.ts';
import { importShared, type SharedImport, shareMemory } from '../app/share-memory.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Answer } from './answer.ts';
import { writeExportFile } from './export-files.ts';
import { readStdin } from './memory-arguments.ts';
import { safeBlock, safeLine } from './safe-text.ts';
import { readScope } from './session-scope.ts';

/** What the flags of `memory export` say. */
export interface ShareFlags {
  readonly to?: string | undefined;
  readonly format: 'jsonl' | 'markdown';
  readonly tag?: readonly string[] | undefined;
  readonly force: boolean;
  readonly project?: string | undefined;
}

const MOST_BYTES = 32 * 1024 * 1024;

/** A file that is there and says the same; `undefined` for any other. */
function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function noProject(): LoomError {
  return new LoomError({
    kind: 'not-found',
    code: 'project-not-found',
    message: 'this folder is of no project that loom knows, and a share is of one project',
    hints: ['loom project list'],
  });
}

/** Writes the accepted records of a project for others: to standard output, or to a file that is not there yet. */
export async function runMemoryExport(app: AppContext, flags: ShareFlags): Promise<Answer> {
  const scope = await readScope(app, flags.project === undefined ? {} : { project: flags.project });
  if (scope.all || scope.project === null) throw noProject();
  const { format, force, to: path, tag = [] } = flags;
  const { text, records } = shareMemory(app, scope.project, { format, tags: tag });
  const ids = records.map(({ id }) => id).sort();
  if (path === undefined || path === '-') {
    return { json: { format, project: scope.project, memories: ids, document: text }, text: () => [text] };
  }
  const isThere = textAt(path) === text;
  const bytes = isThere ? Buffer.byteLength(text) : writeExportFile(path, [text], force);
  const made = { format, mode: 'memory', path, bytes, sessions: [] };
  const warning = isThere ? undefined : await noteExport(app, made);
  return {
    json: { format, project: scope.project, memories: ids, path, bytes, unchanged: isThere },
    text: () => `${isThere ? 'unchanged' : 'wrote'} ${path} (${ids.length} records, ${bytes} bytes)\n`,
    warnings: warning === undefined ? [] : [warning],
    committed: isThere ? 'nothing' : `${path} is written`,
  };
}

function tooLarge(): LoomError {
  const message = 'a shared memory has at most 32 MiB';
  return new LoomError({ kind: 'usage', code: 'bad-value', message });
}

async function readShared(path: string): Promise<string> {
  if (path === '-') {
    const text = await readStdin();
    if (text.length > MOST_BYTES) throw tooLarge();
    return text;
  }
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    throw new LoomError({ kind: 'not-found', code: 'path-not-found', message: `cannot open ${path}`, cause });
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) {
      throw new LoomError({ kind: 'usage', code: 'not-a-regular-file', message: `${path} is not a regular file` });
    }
    if (stats.size > MOST_BYTES) throw tooLarge();
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** What the flags of `memory import` say. */
export interface SharedFlags {
  readonly 'dry-run': boolean;
  readonly project?: string | undefined;
}

const MOST_LINES_NAMED = 5;

function linesWord(lines: readonly number[]): string {
  const named = lines.slice(0, MOST_LINES_NAMED).join(', ');
  return lines.length > MOST_LINES_NAMED ? `${named} and ${lines.length - MOST_LINES_NAMED} more` : named;
}

function warningsOf({ malformed, conflictMarkers, refused, redacted, proposed }: SharedImport): readonly string[] {
  const shaped = proposed.filter(({ instructionShaped }) => instructionShaped).length;
  const opposed = proposed.filter(({ conflictsWith }) => conflictsWith.length > 0);
  return [
    ...(malformed.length === 0 ? [] : [`${malformed.length} lines are no record: ${linesWord(malformed)}`]),
    ...(conflictMarkers === 0 ? [] : [`${conflictMarkers} markers of an unresolved merge; both sides were read`]),
    ...refused.slice(0, MOST_LINES_NAMED).map(({ line, code }) => `line ${line} was not taken: ${code}`),
    ...(redacted === 0 ? [] : [`${redacted} secrets were replaced`]),
    ...(shaped === 0 ? [] : [`${shaped} read like an instruction to an agent`]),
    ...opposed.map(({ shortId, text, conflictsWith }) => {
      const others = conflictsWith.map(({ id, reason }) => `${id} (${reason})`).join(', ');
      return `${shortId} ${safeLine(text)}: cannot hold together with ${others}`;
    }),
  ];
}

/** Reads a shared file into proposals, and tells what became of each. */
export async function runMemoryImport(app: AppContext, path: string, flags: SharedFlags): Promise<Answer> {
  const text = await readShared(path);
  const scope = flags.project === undefined ? {} : { argument: flags.project };
  const dryRun = flags['dry-run'];
  const done = await importShared(app, { text, scope: { kind: 'project', ...scope }, dryRun });
  const { planned, ...told } = done;
  const head = `${done.read} records read: ${planned} ${dryRun ? 'would be proposed' : 'proposed'}, ${done.observed} noted at known records, ${done.known} known from before, ${done.refused.length} refused`;
  const rows = done.proposed.map((view) => `${view.shortId}\t${view.kind}\t${safeLine(view.text)}`);
  return {
    json: { dryRun, planned, ...told },
    text: () => safeBlock(`${[head, ...rows].join('\n')}\n`),
    warnings: warningsOf(done),
    notes: planned === 0 || dryRun ? [] : ['Nothing of it is memory before you accept it: loom memory review'],
    committed: `${planned} proposals`,
  };
}
