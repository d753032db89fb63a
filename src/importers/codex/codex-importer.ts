import type { Importer } from '../../app/ports/importer.ts';
import { gatherCodexContents } from './contents.ts';
import { codexEvents } from './events-of.ts';
import { codexFacts } from './facts.ts';
import { findCodexFiles } from './find.ts';
import { identifyCodex } from './identify.ts';
import { normalizeCodex } from './normalize.ts';
import { openCodex } from './open.ts';
import { codexPlaces } from './places.ts';
import { recognizeCodex } from './recognize.ts';
import { summarizeCodex } from './summarize.ts';

/** Codex: one rollout file a session, `sessions/YYYY/MM/DD/rollout-….jsonl`, with or without envelopes. */
export const codexImporter: Importer = {
  agent: 'codex',
  normalizerVersion: 2,
  places: codexPlaces,
  find: findCodexFiles,
  open: openCodex,
  recognize: recognizeCodex,
  facts: codexFacts,
  identify: identifyCodex,
  contents: gatherCodexContents,
  normalize: normalizeCodex,
  summarize: summarizeCodex,
  eventsOf: codexEvents,
};
