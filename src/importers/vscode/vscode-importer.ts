import type { Importer } from '../../app/ports/importer.ts';
import { findVscodeFiles, vscodePlaces } from './find.ts';
import { identifyVscode } from './identify.ts';
import { openVscodeChat } from './open.ts';
import { recognizeVscode } from './recognize.ts';
import { vscodeReaders } from './vscode-format.ts';
import { vscodeFacts } from './vscode-record.ts';

/** Chats of VS Code (GitHub Copilot Chat): `chatSessions/<id>.json`, and `.jsonl` as a log of changes. */
export const vscodeImporter: Importer = {
  ...vscodeReaders,
  normalizerVersion: 1,
  places: vscodePlaces,
  find: findVscodeFiles,
  open: openVscodeChat,
  recognize: recognizeVscode,
  facts: vscodeFacts,
  identify: identifyVscode,
};
