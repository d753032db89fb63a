/** Entry types this importer knows what to do with; all others are kept as they are and counted as unknown. */
const KNOWN: ReadonlySet<string> = new Set([
  'session',
  'title',
  'message',
  'model_change',
  'thinking_level_change',
  'service_tier_change',
  'compaction',
  'branch_summary',
  'custom',
  'custom_message',
  'label',
  'session_info',
  'title_change',
  'archive',
  'reset_boundary',
  'model_usage',
  'credential_pin',
  'session_init',
  'mode_change',
  'ttsr_injection',
  'mcp_tool_selection',
  'discovered_builtin_tool_selection',
  'header_patch',
  'entry_patch',
]);

/** Whether an entry type has a meaning to this importer. */
export function isKnownType(type: string): boolean {
  return KNOWN.has(type);
}
