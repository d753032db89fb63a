import type { Importer } from '../../app/ports/importer.ts';
import { openDocumentOrLines } from '../document-source.ts';
import { copilotReaders } from './copilot-format.ts';
import { copilotFacts } from './copilot-record.ts';
import { copilotPlaces, findCopilotFiles } from './find.ts';
import { identifyCopilot } from './identify.ts';
import { recognizeCopilot } from './recognize.ts';

/** GitHub Copilot CLI: `session-state/<id>/events.jsonl`, the log of a session before that, and older documents. */
export const copilotCliImporter: Importer = {
  ...copilotReaders,
  normalizerVersion: 2,
  places: copilotPlaces,
  find: findCopilotFiles,
  open: (file, sources) => openDocumentOrLines(file, sources, { lists: ['chatMessages', 'timeline'] }),
  recognize: recognizeCopilot,
  facts: copilotFacts,
  identify: identifyCopilot,
};
