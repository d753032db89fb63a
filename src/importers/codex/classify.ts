import { asObject, field, type JsonObject, numberField, textField } from '../../kernel/json-fields.ts';
import type { CodexItem } from './item.ts';
import { isMachineMade, itemText } from './item-text.ts';

/**
 * What a record is. A person's words stand twice in a file, as an item for the model and as an event that says a person
 * typed them; so do the model's words. `userItem`: words for the model from the person's side. `typed`: a person typed
 * them. `answerItem` and `said` are the same pair for the model, `thinkingItem` and `thought` for its thinking.
 */
export type RecordClass =
  | { readonly kind: 'userItem'; readonly text: string; readonly injected: boolean }
  | { readonly kind: 'typed' | 'said' | 'thought'; readonly text: string }
  | { readonly kind: 'call' | 'result' | 'end'; readonly callId: string | undefined }
  | { readonly kind: 'rollback'; readonly turns: number }
  | { readonly kind: 'notice'; readonly about: 'error' | 'interrupted'; readonly text: string }
  | { readonly kind: 'session' | 'context' | 'turnStarted' | 'developer' | 'answerItem' | 'thinkingItem' }
  | { readonly kind: 'compacted' | 'compactedEvent' | 'title' | 'tokens' | 'none' };

const CALLS: ReadonlySet<string> = new Set([
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'web_search_call',
  'tool_search_call',
  'image_generation_call',
]);
const RESULTS: ReadonlySet<string> = new Set(['function_call_output', 'custom_tool_call_output', 'tool_search_output']);
/** Kinds of user events by which older versions mark what no person typed. */
const INJECTED_KINDS: ReadonlySet<string> = new Set(['environment_context', 'user_instructions']);
const NONE: RecordClass = { kind: 'none' };
const ENDS: ReadonlySet<string> = new Set(['exec_command_end', 'patch_apply_end', 'mcp_tool_call_end']);

function classifyMessage(payload: JsonObject): RecordClass {
  switch (field(payload, 'role')) {
    case 'user': {
      const text = itemText(payload);
      return { kind: 'userItem', text, injected: isMachineMade(text) };
    }
    case 'assistant':
      return { kind: 'answerItem' };
    case 'developer':
    case 'system':
      return { kind: 'developer' };
    default:
      return NONE;
  }
}

/** The id by which a call and its result know each other. */
function callIdOf(payload: JsonObject): string | undefined {
  return textField(payload, 'call_id') ?? textField(payload, 'id');
}

function classifyItem(type: string, payload: JsonObject): RecordClass {
  if (type === 'message') return classifyMessage(payload);
  if (type === 'reasoning') return { kind: 'thinkingItem' };
  if (CALLS.has(type)) return { kind: 'call', callId: callIdOf(payload) };
  if (RESULTS.has(type)) return { kind: 'result', callId: textField(payload, 'call_id') };
  return NONE;
}

function errorText(payload: JsonObject): string {
  return textField(payload, 'message') ?? textField(asObject(field(payload, 'error')), 'message') ?? '';
}

function textClass(kind: 'typed' | 'said' | 'thought', payload: JsonObject, key: string): RecordClass {
  return { kind, text: textField(payload, key) ?? '' };
}

function classifyEvent(type: string, payload: JsonObject): RecordClass {
  if (ENDS.has(type)) return { kind: 'end', callId: textField(payload, 'call_id') };
  switch (type) {
    case 'user_message':
      return INJECTED_KINDS.has(textField(payload, 'kind') ?? '') ? NONE : textClass('typed', payload, 'message');
    case 'agent_message':
      return textClass('said', payload, 'message');
    case 'agent_reasoning':
      return textClass('thought', payload, 'text');
    case 'task_started':
    case 'turn_started':
      return { kind: 'turnStarted' };
    case 'token_count':
      return { kind: 'tokens' };
    case 'thread_name_updated':
      return { kind: 'title' };
    case 'context_compacted':
      return { kind: 'compactedEvent' };
    case 'thread_rolled_back':
      return { kind: 'rollback', turns: Math.max(0, Math.trunc(numberField(payload, 'num_turns') ?? 0)) };
    case 'turn_aborted':
      return { kind: 'notice', about: 'interrupted', text: textField(payload, 'reason') ?? '' };
    case 'error':
    case 'stream_error':
      return { kind: 'notice', about: 'error', text: errorText(payload) };
    default:
      return NONE;
  }
}

/** Decides what a record is; the one place where that is decided. */
export function classify({ line, type, payload }: CodexItem): RecordClass {
  switch (line) {
    case 'session_meta':
      return { kind: 'session' };
    case 'turn_context':
      return { kind: 'context' };
    case 'compacted':
      return { kind: 'compacted' };
    case 'response_item':
      return classifyItem(type, payload);
    case 'event_msg':
      return classifyEvent(type, payload);
    default:
      return NONE;
  }
}
