import type { CodexItem } from './item.ts';

/** Items and events this importer knows what to do with; all others are kept as they are and counted as unknown. */
const ITEMS: ReadonlySet<string> = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'web_search_call',
  'tool_search_call',
  'tool_search_output',
  'image_generation_call',
  'compaction',
  'compaction_summary',
  'context_compaction',
  'agent_message',
  'additional_tools',
  'ghost_snapshot',
]);

const EVENTS: ReadonlySet<string> = new Set([
  'user_message',
  'agent_message',
  'agent_reasoning',
  'agent_reasoning_raw_content',
  'agent_reasoning_section_break',
  'token_count',
  'task_started',
  'turn_started',
  'task_complete',
  'turn_complete',
  'turn_aborted',
  'thread_rolled_back',
  'context_compacted',
  'patch_apply_begin',
  'patch_apply_end',
  'exec_command_begin',
  'exec_command_end',
  'mcp_tool_call_begin',
  'mcp_tool_call_end',
  'web_search_begin',
  'web_search_end',
  'image_generation_end',
  'view_image_tool_call',
  'dynamic_tool_call_request',
  'dynamic_tool_call_response',
  'entered_review_mode',
  'exited_review_mode',
  'thread_goal_updated',
  'thread_name_updated',
  'sub_agent_activity',
  'item_completed',
  'plan_update',
  'error',
  'stream_error',
  'warning',
]);

const OTHERS: ReadonlySet<string> = new Set([
  'world_state',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
]);

/** Name of a record for tallies: its line kind and what the payload says it is. */
export function recordType(item: CodexItem, line: string): string {
  return item.type === '' ? line : `${line}/${item.type}`;
}

/** Whether a record has a meaning to this importer. */
export function isKnownItem(item: CodexItem, line: string): boolean {
  if (item.line === 'response_item') return ITEMS.has(item.type);
  if (item.line === 'event_msg') return EVENTS.has(item.type);
  return item.line !== 'other' || OTHERS.has(line);
}
