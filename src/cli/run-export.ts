import { join } from 'node:path';
import type { AppContext } from '../app/context.ts';
import { exportCtx, exportHtml, exportMarkdown } from '../app/export-conversation.ts';
import { exportSessionLines, exportSessionsJson } from '../app/export-store.ts';
import { noteExport } from '../app/note-export.ts';
import { redactStrings } from '../app/redact-identity.ts';
import { showSession } from '../app/show-session.ts';
import type { ExportMode } from '../domain/conversation-markdown.ts';
import type { SessionView } from '../domain/session-view.ts';
import { readForeignPath } from '../files/foreign-file.ts';
import { countOf } from '../kernel/count-of.ts';
import { type Answer, RawJson } from './answer.ts';
import type { Seal } from './export-encryption.ts';
import { prepareExportFolder, writeExportFile } from './export-files.ts';
import { isFolder } from './is-folder.ts';
import { detailsJson } from './render/session-details.ts';
import { safeBlock } from './safe-text.ts';

export interface ExportWish {
  readonly views: readonly SessionView[];
  readonly format: 'markdown' | 'html' | 'json' | 'jsonl' | 'ctx';
  readonly mode: ExportMode;
  readonly withChildren: boolean;
  /** Absent or `-`: standard output. */
  readonly output?: string;
  readonly force: boolean;
  readonly seal: Seal;
}

export const EXPORT_TOOLS = { toBase64: (bytes: Uint8Array) => Buffer.from(bytes).toString('base64') };
const ENDINGS = { markdown: 'md', html: 'html', json: 'json', jsonl: 'jsonl', ctx: 'ctx.jsonl' } as const;

/** The named sessions, each followed by its descendants when they are wanted. */
function withDescendants(app: AppContext, views: readonly SessionView[]): readonly SessionView[] {
  const found = new Map<string, SessionView>();
  const open = [...views].reverse();
  for (let view = open.pop(); view !== undefined; view = open.pop()) {
    if (found.has(view.id)) continue;
    found.set(view.id, view);
    open.push(...[...app.readModel.children(view.id)].reverse());
  }
  return [...found.values()];
}

/** Ids of the sessions that an export writes. */
export function exportedIds(app: AppContext, views: readonly SessionView[], withChildren: boolean) {
  app.readModel.catchUp();
  return (withChildren ? withDescendants(app, views) : views).map(({ id }) => id);
}

function* asLines(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

function* markdownPieces(app: AppContext, views: readonly SessionView[], mode: ExportMode): Generator<string> {
  let first = true;
  for (const view of views) {
    if (!first) yield '\n---\n\n';
    first = false;
    for (const piece of exportMarkdown(app, view, mode)) yield safeBlock(piece);
  }
}

/** The sessions of one document, and how many children it leaves out. */
interface Part {
  readonly views: readonly SessionView[];
  readonly notIncluded: number;
}

function piecesOf(app: AppContext, wish: ExportWish, { views, notIncluded }: Part): Iterable<string> {
  if (wish.format === 'markdown') return markdownPieces(app, views, wish.mode);
  if (wish.format === 'html') return exportHtml(app, views, wish.mode);
  if (wish.format === 'ctx') return asLines(exportCtx(app, views, wish.mode));
  if (wish.format === 'jsonl')
    return asLines(
      exportSessionLines(
        app,
        EXPORT_TOOLS,
        views.map((view) => view.id),
      ),
    );
  if (wish.mode === 'compact') {
    const details = views.map((view) =>
      redactStrings(app.redactor, detailsJson(showSession(app, view.id), { full: false })),
    );
    return [`${JSON.stringify(details.length === 1 ? details[0] : details)}\n`];
  }
  return exportSessionsJson(app, EXPORT_TOOLS, { views, notIncluded });
}

/** Exports sessions to standard output, a file, or a folder with a file each. */
export async function runExport(app: AppContext, wish: ExportWish): Promise<Answer> {
  app.readModel.catchUp();
  const views = wish.withChildren ? withDescendants(app, wish.views) : wish.views;
  const notIncluded = wish.withChildren
    ? 0
    : views.reduce((sum, view) => sum + app.readModel.children(view.id).length, 0);
  const notes = notIncluded > 0 ? [`${notIncluded} children not included; add --with-children`] : [];
  if (wish.output === undefined || wish.output === '-') {
    const pieces = piecesOf(app, wish, { views, notIncluded });
    return { json: () => jsonDocument(wish, pieces), document: (screen) => wish.seal.print(pieces, screen), notes };
  }
  const several = isFolder(wish.output) || (wish.format === 'markdown' && wish.views.length > 1);
  const files = several
    ? await exportFolder(app, wish, { views, folder: wish.output })
    : [await exportFile(app, wish, { views, notIncluded, path: wish.output })];
  return fileAnswer(app, wish, { views, files, notes, path: wish.output });
}

/** With --json every format is one document: JSON itself, lines as an array; Markdown, HTML and what is encrypted as a string inside. */
async function jsonDocument(wish: ExportWish, pieces: Iterable<string>): Promise<unknown> {
  const { format, mode, seal } = wish;
  const sessions = wish.views.map((view) => view.id);
  if (seal.encrypted !== null)
    return { format, mode, sessions, encrypted: seal.encrypted, document: await seal.text(pieces) };
  const text = [...pieces].join('');
  if (format === 'json') return new RawJson(text.trimEnd(), true);
  if (format === 'jsonl' || format === 'ctx') {
    return new RawJson(`[${text.trimEnd().split('\n').join(',\n')}]`, true);
  }
  return { format, mode, sessions, document: text };
}

interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
  readonly unchanged: boolean;
}

async function exportFile(
  app: AppContext,
  wish: ExportWish,
  target: { views: readonly SessionView[]; notIncluded: number; path: string },
): Promise<WrittenFile> {
  const bytes = await writeExportFile(target.path, wish.seal.file(piecesOf(app, wish, target)), wish.force);
  return { path: target.path, bytes, unchanged: false };
}

/** A file with the same content stays as it is, so that exporting again is quiet. Encrypted, the same content is never the same bytes. */
async function exportFolder(
  app: AppContext,
  wish: ExportWish,
  { views, folder }: { readonly views: readonly SessionView[]; readonly folder: string },
): Promise<WrittenFile[]> {
  const { seal, force } = wish;
  prepareExportFolder(folder);
  const files: WrittenFile[] = [];
  for (const view of views) {
    const path = join(folder, `${view.id}.${ENDINGS[wish.format]}${seal.ending}`);
    const text = [...piecesOf(app, wish, { views: [view], notIncluded: 0 })].join('');
    const unchanged = seal.encrypted === null && readOrNothing(path, Buffer.byteLength(text)) === text;
    const bytes = unchanged ? Buffer.byteLength(text) : await writeExportFile(path, seal.file([text]), force);
    files.push({ path, bytes, unchanged });
  }
  return files;
}

/** What is there already; what cannot be compared is not the same, and writing says what is wrong with it. */
function readOrNothing(path: string, length: number): string | undefined {
  try {
    return readForeignPath(path, length).bytes?.toString('utf8');
  } catch {
    return undefined;
  }
}

interface Exported {
  readonly views: readonly SessionView[];
  readonly files: readonly WrittenFile[];
  readonly notes: readonly string[];
  readonly path: string;
}

async function fileAnswer(app: AppContext, wish: ExportWish, exported: Exported): Promise<Answer> {
  const { files, views } = exported;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const sessions = views.map((view) => view.id);
  const written = files.filter((file) => !file.unchanged);
  const about = { format: wish.format, mode: wish.mode, sessions, encrypted: wish.seal.encrypted };
  const warning = written.length === 0 ? undefined : await noteExport(app, { ...about, path: exported.path, bytes });
  return {
    json: { ...about, files, bytes },
    text: () =>
      `${files.map((file) => `${file.unchanged ? 'unchanged' : 'wrote'} ${file.path} (${countOf(file.bytes, 'byte')})`).join('\n')}\n`,
    notes: exported.notes,
    warnings: warning === undefined ? [] : [warning],
    committed: `${countOf(written.length, 'file is', 'files are')} written`,
  };
}
