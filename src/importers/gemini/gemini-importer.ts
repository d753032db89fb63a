import type { Importer } from '../../app/ports/importer.ts';
import { openDocumentOrLines } from '../document-source.ts';
import { findGeminiFiles, geminiPlaces } from './find.ts';
import { geminiFacts, geminiReaders } from './gemini-format.ts';
import { identifyGemini } from './identify.ts';
import { recognizeGemini } from './recognize.ts';
import { geminiRetentionDays } from './retention.ts';

/** Gemini CLI: `tmp/<project>/chats/session-*.json` and `.jsonl`, subagents below, saved chats beside. */
export const geminiImporter: Importer = {
  ...geminiReaders,
  normalizerVersion: 2,
  places: geminiPlaces,
  retentionDays: geminiRetentionDays,
  find: findGeminiFiles,
  open: (file, sources) => openDocumentOrLines(file, sources, { lists: ['messages', 'history'] }),
  recognize: recognizeGemini,
  facts: geminiFacts,
  identify: identifyGemini,
};
