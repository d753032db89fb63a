import type { AppContext } from '../app/context.ts';
import { exportStore } from '../app/export-store.ts';
import { noteExport } from '../app/note-export.ts';
import { countOf } from '../kernel/count-of.ts';
import type { Answer } from './answer.ts';
import type { Seal } from './export-encryption.ts';
import { writeExportFile } from './export-files.ts';
import { EXPORT_TOOLS } from './run-export.ts';

export interface StoreExportWish {
  /** `-`: standard output. */
  readonly path: string;
  readonly seal: Seal;
  readonly force: boolean;
}

function* withLineFeeds(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

async function jsonDocument(seal: Seal, pieces: Iterable<string>): Promise<unknown> {
  if (seal.encrypted === null) return [...pieces].map((line) => JSON.parse(line));
  return { format: 'jsonl', encrypted: seal.encrypted, document: await seal.text(pieces) };
}

/** Exports the whole store to a file or to standard output. */
export async function runStoreExport(app: AppContext, { path, seal, force }: StoreExportWish): Promise<Answer> {
  const pieces = withLineFeeds(exportStore(app, EXPORT_TOOLS));
  if (path === '-') return { json: () => jsonDocument(seal, pieces), document: (screen) => seal.print(pieces, screen) };
  const bytes = await writeExportFile(path, seal.file(pieces), force);
  const { encrypted } = seal;
  const warning = await noteExport(app, { format: 'jsonl', path, bytes, encrypted });
  return {
    json: { path, bytes, encrypted },
    text: () => `wrote ${path} (${countOf(bytes, 'byte')})\n`,
    warnings: warning === undefined ? [] : [warning],
    committed: `${path} is written`,
  };
}
