import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { AppContext } from '../app/context.ts';
import { noteExport } from '../app/note-export.ts';
import { makeNativeDocument, type NativeDocument } from '../app/write-native.ts';
import type { SessionView } from '../domain/session-view.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Answer } from './answer.ts';
import { writeExportFile } from './export-files.ts';
import { openNative } from './open-native.ts';
import { refusalError } from './refusal-words.ts';
import { CHANGE_WORDS, COPY_WORDS } from './words/copy.ts';

export interface NativeExportWish {
  readonly views: readonly SessionView[];
  /** Absent or `-`: standard output. */
  readonly output?: string;
  readonly force: boolean;
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
function pathFor(output: string, { nativeId }: NativeDocument): string {
  const isFolder = statSync(output, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? join(output, `${nativeId.replaceAll('/', '-')}.jsonl`) : output;
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
  const about = { format: 'native', agent: view.agent, nativeId: document.nativeId, sessions: [view.id] };
  const { changes, lines } = document;
  if (wish.output === undefined || wish.output === '-') {
    return {
      json: () => ({ ...about, changes, document: [...asLines(lines)].join('') }),
      text: () => asLines(lines),
      notes,
    };
  }
  const path = pathFor(wish.output, document);
  const bytes = writeExportFile(path, asLines(lines), wish.force);
  const warning = await noteExport(app, { format: 'native', sessions: [view.id], path, bytes });
  return {
    json: { ...about, changes, files: [{ path, bytes, unchanged: false }], bytes },
    text: () => `wrote ${path} (${bytes} bytes)\n`,
    notes,
    warnings: warning === undefined ? [] : [warning],
    committed: '1 file is written',
  };
}
