/** Events that the agent is known to write, by family. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  session: [
    'start',
    'resume',
    'info',
    'warning',
    'error',
    'idle',
    'model_change',
    'mode_changed',
    'usage_checkpoint',
    'usage_info',
    'truncation',
    'snapshot_rewind',
    'handoff',
    'compaction_start',
    'compaction_complete',
    'shutdown',
    'auto_mode_resolved',
    'title_changed',
    'context_changed',
    'workspace_file_changed',
    'plan_changed',
    'task_complete',
    'import_legacy',
  ],
  user: ['message'],
  assistant: ['turn_start', 'turn_end', 'message', 'reasoning', 'intent', 'usage'],
  tool: ['user_requested', 'execution_start', 'execution_progress', 'execution_partial_result', 'execution_complete'],
  hook: ['start', 'end'],
  permission: ['requested', 'completed'],
  subagent: ['started', 'completed', 'failed', 'selected', 'deselected'],
  skill: ['invoked'],
  system: ['message', 'notification'],
};

const KNOWN: ReadonlySet<string> = new Set([
  'abort',
  ...Object.entries(FAMILIES).flatMap(([family, names]) => names.map((name) => `${family}.${name}`)),
]);

/** Whether loom knows what an event of this type means, or that it means nothing to a reader. */
export function isKnownEvent(type: string): boolean {
  return KNOWN.has(type);
}
