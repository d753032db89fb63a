/** Record types this importer knows what to do with; all others are kept as they are and counted as unknown. */
const KNOWN: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'system',
  'summary',
  'attachment',
  'progress',
  'queue-operation',
  'file-history-snapshot',
  'file-history-delta',
  'custom-title',
  'ai-title',
  'tag',
  'agent-name',
  'agent-color',
  'agent-setting',
  'mode',
  'permission-mode',
  'session-mode',
  'isolation-latch',
  'atis-latch',
  'worktree-state',
  'relocated',
  'pr-link',
  'last-prompt',
  'bridge-session',
  'content-replacement',
  'cost-state',
  'artifact-comment-monitor',
  'artifact-autoreact-ledger',
]);

/** Whether a record type has a meaning to this importer. */
export function isKnownType(type: string): boolean {
  return KNOWN.has(type);
}
