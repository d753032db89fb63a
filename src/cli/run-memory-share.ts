import type { AppContext } from '../app/context.ts';
import { noteExport } from '../app/note-export.ts';
import { importShared, mergeShared, type SharedImport, type SharedMemory, shareMemory } from '../app/share-memory.ts';
import { readForeignPath } from '../files/foreign-file.ts';
import { countOf } from '../kernel/count-of.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Answer } from './answer.ts';
import { type DecryptFlags, DecryptionKeys } from './encrypted-source.ts';
import { type EncryptFlags, readSeal, type Seal } from './export-encryption.ts';
import { writeExportFile } from './export-files.ts';
import { openExport } from './open-export.ts';
import { safeBlock, safeLine } from './safe-text.ts';
import { readScope } from './session-scope.ts';

/** What the flags of `memory export` say. */
export interface ShareFlags extends EncryptFlags {
  readonly to?: string | undefined;
  readonly format: 'jsonl' | 'markdown';
  readonly tag?: readonly string[] | undefined;
  readonly force: boolean;
  readonly project?: string | undefined;
}

const MOST_BYTES = 32 * 1024 * 1024;

/** The text of a file that is there; `undefined` for what is encrypted: nothing is compared with it. */
function textThere(path: string, { encrypted }: Seal): string | undefined {
  try {
    return encrypted === null ? readForeignPath(path, MOST_BYTES).bytes?.toString('utf8') : undefined;
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

/** What goes into a file: with the records of others that stand in it, unless it is to be replaced. */
function shareFor(
  app: AppContext,
  share: SharedMemory,
  { format, force, there }: Pick<ShareFlags, 'format' | 'force'> & { readonly there: string | undefined },
): { readonly text: string; readonly others: number; readonly replaces: boolean } {
  const alone = { text: share.text, others: 0, replaces: force };
  if (force || format !== 'jsonl' || there === undefined) return alone;
  const merged = mergeShared(app, share.records, there);
  return merged === undefined ? alone : { ...merged, replaces: true };
}

/** Writes the accepted records of a project for others: to standard output, or to a file; what it holds of others stays. */
export async function runMemoryExport(app: AppContext, flags: ShareFlags): Promise<Answer> {
  const seal = await readSeal(flags);
  const scope = await readScope(app, flags.project === undefined ? {} : { project: flags.project });
  if (scope.all || scope.project === null) throw noProject();
  const { format, force, to: path, tag = [] } = flags;
  const share = shareMemory(app, scope.project, { format, tags: tag });
  const { records } = share;
  const { encrypted } = seal;
  const about = { format, project: scope.project, memories: records.map(({ id }) => id).sort(), encrypted };
  if (path === undefined || path === '-') {
    const json = async () => ({ ...about, document: await seal.text([share.text]) });
    return { json, document: (screen) => seal.print([share.text], screen) };
  }
  const there = textThere(path, seal);
  const { text, others, replaces } = shareFor(app, share, { format, force, there });
  const unchanged = there === text;
  const bytes = unchanged ? Buffer.byteLength(text) : await writeExportFile(path, seal.file([text]), replaces);
  const made = { format, mode: 'memory', path, bytes, encrypted, sessions: [] };
  const warning = unchanged ? undefined : await noteExport(app, made);
  return {
    json: { ...about, path, bytes, unchanged, others },
    text: () =>
      `${unchanged ? 'unchanged' : 'wrote'} ${path} (${countOf(records.length, 'record')}${othersWord(others)}, ${countOf(bytes, 'byte')})\n`,
    warnings: warning === undefined ? [] : [warning],
    committed: unchanged ? 'nothing' : `${path} is written`,
  };
}

function othersWord(others: number): string {
  return others === 0 ? '' : `, ${others} of others kept`;
}

function tooLarge(): LoomError {
  const message = 'a shared memory has at most 32 MiB';
  return new LoomError({ kind: 'usage', code: 'bad-value', message });
}

async function readShared(path: string, flags: DecryptFlags): Promise<string> {
  const opened = await openExport(path, new DecryptionKeys(flags));
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of opened.bytes) {
      length += chunk.length;
      if (length > MOST_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } finally {
    opened.close();
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What the flags of `memory import` say. */
export interface SharedFlags extends DecryptFlags {
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
  const text = await readShared(path, flags);
  const scope = flags.project === undefined ? {} : { argument: flags.project };
  const dryRun = flags['dry-run'];
  const done = await importShared(app, { text, scope: { kind: 'project', ...scope }, dryRun });
  const { planned, ...told } = done;
  const head = `${countOf(done.read, 'record')} read: ${planned} ${dryRun ? 'would be proposed' : 'proposed'}, ${done.observed} noted at known records, ${done.known} known from before, ${done.refused.length} refused`;
  const rows = done.proposed.map((view) => `${view.shortId}\t${view.kind}\t${safeLine(view.text)}`);
  return {
    json: { dryRun, planned, ...told },
    text: () => safeBlock(`${[head, ...rows].join('\n')}\n`),
    warnings: warningsOf(done),
    notes: planned === 0 || dryRun ? [] : ['Nothing of it is memory before you accept it: loom memory review'],
    committed: `${planned} proposals`,
  };
}
