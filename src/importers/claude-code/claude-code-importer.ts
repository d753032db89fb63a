import type { Importer } from '../../app/ports/importer.ts';
import { gatherClaudeContents } from './contents.ts';
import { claudeEvents } from './events-of.ts';
import { claudeFacts } from './facts.ts';
import { findClaudeFiles } from './find.ts';
import { identifyClaude } from './identify.ts';
import { normalizeClaude } from './normalize.ts';
import { claudePlaces } from './places.ts';
import { recognizeClaude } from './recognize.ts';
import { claudeRetentionDays } from './retention.ts';
import { summarizeClaude } from './summarize.ts';

/** Claude Code: `projects/<slug>/<sessionId>.jsonl` under its folder, subagents in files of their own. */
export const claudeCodeImporter: Importer = {
  agent: 'claude-code',
  normalizerVersion: 4,
  places: claudePlaces,
  retentionDays: claudeRetentionDays,
  find: findClaudeFiles,
  recognize: recognizeClaude,
  facts: claudeFacts,
  identify: identifyClaude,
  contents: gatherClaudeContents,
  normalize: normalizeClaude,
  summarize: summarizeClaude,
  eventsOf: claudeEvents,
};
