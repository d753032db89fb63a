import type { Importer } from '../../app/ports/importer.ts';
import { openCliChat } from './chat-store.ts';
import { cursorReaders } from './cursor-format.ts';
import { cursorFacts } from './cursor-record.ts';
import { cursorPlaces, findCursorSources } from './find.ts';
import { identifyCursor } from './identify.ts';
import { recognizeCursor } from './recognize.ts';
import { openStateSession } from './state-sessions.ts';
import { openTranscript } from './text-transcript.ts';

/** Cursor: `state.vscdb` of the editor and of its windows, chats of the command line, agent transcripts. */
export const cursorImporter: Importer = {
  ...cursorReaders,
  normalizerVersion: 2,
  places: cursorPlaces,
  find: findCursorSources,
  open: (file, sources) => {
    if (file.part === undefined) return openTranscript(file, sources);
    const database = sources.database(file.path);
    const isChat = !('code' in database) && database.tables.has('blobs');
    return isChat ? openCliChat(file, sources) : openStateSession(file, sources);
  },
  recognize: recognizeCursor,
  facts: cursorFacts,
  identify: identifyCursor,
};
