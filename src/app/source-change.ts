import type { AppContext } from './context.ts';
import type { SourceOutcome } from './import-report.ts';
import type { SourceFile } from './ports/importer.ts';

/** The cheap question: is the file, by its inode, size and times, the one that was read to its end? */
export function unchangedSession(app: AppContext, file: SourceFile, path: string): SourceOutcome | undefined {
  const known = app.readModel.bySource(path);
  if (known === undefined) return undefined;
  const { source } = known;
  const same =
    source.size === file.size &&
    source.mtimeNs === String(file.mtimeNs) &&
    source.ctimeNs === String(file.ctimeNs) &&
    source.inode === `${file.dev}:${file.ino}`;
  if (!same) return undefined;
  const state = app.readModel.state(known.session);
  if (state === undefined || state.deleted !== null || state.purged) return undefined;
  return { status: 'unchanged', session: known.session };
}
