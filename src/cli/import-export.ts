import { StringDecoder } from 'node:string_decoder';
import type { AppContext } from '../app/context.ts';
import { type ImportReport, mergeReports } from '../app/import-report.ts';
import { importStore } from '../app/import-store.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { type DecryptFlags, DecryptionKeys } from './encrypted-source.ts';
import { linesOfDocument } from './export-document.ts';
import { type OpenedExport, openExport } from './open-export.ts';
import { loadDataCheck } from './record-input.ts';

const LONGEST_LINE = 256 * 1024 * 1024;

/** Lines of a byte stream, split on line feeds only; one carriage return and a byte order mark are dropped. */
async function* textLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let pending = '';
  for await (const chunk of stream) {
    const parts = (pending + decoder.write(chunk)).split('\n');
    pending = parts.pop() ?? '';
    if (pending.length > LONGEST_LINE) {
      throw new LoomError({
        kind: 'usage',
        code: 'not-an-export',
        message: 'a line of the export is longer than 256 MiB',
      });
    }
    yield* parts;
  }
  pending += decoder.end();
  if (pending !== '') yield pending;
}

async function* counted(stream: OpenedExport['bytes'], seen: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    seen.bytes += chunk.length;
    yield chunk;
  }
}

/** Brings exports into the store: files, or `-` for standard input. */
export async function importExport(
  app: AppContext,
  request: { readonly paths: readonly string[]; readonly revive: boolean; readonly decrypt: DecryptFlags },
): Promise<ImportReport> {
  if (request.paths.length === 0) {
    throw new LoomError({
      kind: 'usage',
      code: 'no-input',
      message: 'import loom needs a file, or - for standard input',
      hints: ['loom import loom - < store.jsonl'],
    });
  }
  const fits = await loadDataCheck();
  const tools = { fits, fromBase64: (text: string) => Buffer.from(text, 'base64') };
  const keys = new DecryptionKeys(request.decrypt);
  const reports: ImportReport[] = [];
  for (const path of request.paths) {
    const seen = { bytes: 0 };
    const opened = await openExport(path, keys);
    try {
      const lines = linesOfDocument(textLines(counted(opened.bytes, seen)));
      const report = await importStore(app, { lines, revive: request.revive, tools });
      report.bytes = seen.bytes;
      reports.push(report);
    } finally {
      opened.close();
    }
  }
  return reports.length === 1 ? (reports[0] as ImportReport) : { ...mergeReports(reports), agent: 'loom' };
}
