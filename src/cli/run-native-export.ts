import { join } from 'node:path';
import type { AppContext } from '../app/context.ts';
import { noteExport } from '../app/note-export.ts';
import { makeNativeDocument, type NativeDocument } from '../app/write-native.ts';
import type { SessionView } from '../domain/session-view.ts';
import { countOf } from '../kernel/count-of.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Answer } from './answer.ts';
import type { Seal } from './export-encryption.ts';
import { writeExportFile } from './export-files.ts';
import { isFolder } from './is-folder.ts';
import { openNative } from './open-native.ts';
import { refusalError } from './refusal-words.ts';
import { CHANGE_WORDS, COPY_WORDS } from './words/copy.ts';

export interface NativeExportWish {
  readonly views: readonly SessionView[];
  /** Absent or `-`: standard output. */
  readonly output?: string;
  readonly force: boolean;
  readonly seal: Seal;
}

function onlyOne(views: readonly SessionView[]): SessionView {
  const [view] = views;
  if (view !== undefined && views.length === 1) return view;
  throw new LoomError({
    kind: 'usage',
    code: 'one-session-only',
    message: `a session file holds one session; ${views.length} were named`,
    hints: ['loom sessions export @last --format native'],
  });
}

/** In a folder the file bears the name that its agent looks for. */
function pathFor({ output = '-', seal }: NativeExportWish, { nativeId }: NativeDocument): string {
  return isFolder(output) ? join(output, `${nativeId.replaceAll('/', '-')}.jsonl${seal.ending}`) : output;
}

function* asLines(lines: readonly string[]): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

/** Exports one session in its agent's own format; records no session. */
export async function runNativeExport(app: AppContext, wish: NativeExportWish): Promise<Answer> {
  app.readModel.catchUp();
  const view = onlyOne(wish.views);
  const made = makeNativeDocument(app, view.id, await openNative());
  if (made.kind === 'refused') throw refusalError(COPY_WORDS, made.refusal);
  const { document } = made;
  const notes = document.changes.map(({ code, count }) => CHANGE_WORDS[code](count));
  const { changes, lines } = document;
  const { seal } = wish;
  const about = { format: 'native', agent: view.agent, nativeId: document.nativeId, sessions: [view.id] };
  const { encrypted } = seal;
  if (wish.output === undefined || wish.output === '-') {
    return {
      json: async () => ({ ...about, changes, encrypted, document: await seal.text(asLines(lines)) }),
      document: (screen) => seal.print(asLines(lines), screen),
      notes,
    };
  }
  const path = pathFor(wish, document);
  const bytes = await writeExportFile(path, seal.file(asLines(lines)), wish.force);
  const warning = await noteExport(app, { format: 'native', sessions: [view.id], path, bytes, encrypted });
  return {
    json: { ...about, changes, encrypted, files: [{ path, bytes, unchanged: false }], bytes },
    text: () => `wrote ${path} (${countOf(bytes, 'byte')})\n`,
    notes,
    warnings: warning === undefined ? [] : [warning],
    committed: '1 file is written',
  };
}
