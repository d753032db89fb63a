/** Invented hook payloads of every agent, in the shapes that the agents document. */
type Fields = Readonly<Record<string, unknown>>;

const ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const COMMON = { session_id: ID, transcript_path: `/home/mara/.claude/projects/-pier/${ID}.jsonl`, cwd: '/pier' };
const EDIT = { tool_use_id: 'toolu_1', tool_name: 'Edit', tool_input: { file_path: '/pier/tide.ts', old_string: 'a' } };
const TESTS = { tool_use_id: 'toolu_2', tool_name: 'Bash', tool_input: { command: 'cd app && npm test' } };

const claude = (hook_event_name: string, more: Fields = {}): Fields => ({ ...COMMON, hook_event_name, ...more });

const CODEX = { session_id: ID, turn_id: 'turn-1', cwd: '/pier', model: 'tulip-5', transcript_path: null };
const codex = (hook_event_name: string, more: Fields = {}): Fields => ({ ...CODEX, hook_event_name, ...more });

const GEMINI = { session_id: ID, cwd: '/pier', timestamp: '2026-03-01T09:00:00.000Z' };
const gemini = (hook_event_name: string, more: Fields = {}): Fields => ({ ...GEMINI, hook_event_name, ...more });

const CURSOR = { conversation_id: ID, generation_id: 'gen-1', workspace_roots: ['/pier'], cursor_version: '1.7.0' };
const cursor = (hook_event_name: string, more: Fields = {}): Fields => ({
  ...CURSOR,
  user_email: 'mara@harbour.test',
  hook_event_name,
  ...more,
});

const copilot = (more: Fields): Fields => ({ sessionId: ID, timestamp: 1_772_355_600_000, cwd: '/pier', ...more });

/** Payloads by the word after `loom hook`, in the order of a session. */
export const PAYLOADS: Readonly<Record<string, readonly Fields[]>> = {
  'claude-code': [
    claude('SessionStart', { source: 'startup', session_title: 'Tides' }),
    claude('SessionStart', { source: 'resume' }),
    claude('UserPromptSubmit', { prompt: 'Raise the tide', prompt_id: 'p-1' }),
    claude('UserPromptSubmit', { prompt: '/review the pier' }),
    claude('PreToolUse', EDIT),
    claude('PermissionDenied', EDIT),
    claude('PostToolUse', { ...EDIT, tool_response: { ok: true }, duration_ms: 12 }),
    claude('PostToolUse', { ...EDIT, agent_id: 'agent-7', agent_type: 'Explore' }),
    claude('PostToolUse', { ...TESTS, tool_response: { stdout: '3 passed', exitCode: 0 } }),
    claude('PostToolUseFailure', { ...TESTS, error: 'Exit code 1', is_interrupt: false }),
    claude('SubagentStart', { agent_id: 'agent-7', agent_type: 'Explore' }),
    claude('SubagentStop', { agent_id: 'agent-7', agent_type: 'Explore', last_assistant_message: 'found' }),
    claude('PreCompact', { trigger: 'auto' }),
    claude('PostCompact', { trigger: 'auto', compact_summary: 'the tide was raised' }),
    claude('Stop', { last_assistant_message: 'The tide is 2.', stop_hook_active: false }),
    claude('StopFailure', { error: 'rate_limit' }),
    claude('SessionEnd', { reason: 'logout' }),
    claude('Notification', { message: 'waiting' }),
  ],
  codex: [
    codex('SessionStart', { source: 'startup' }),
    codex('UserPromptSubmit', { prompt: 'Raise the tide' }),
    codex('PostToolUse', { tool_use_id: 'call_1', tool_name: 'shell', tool_input: { command: ['npm', 'test'] } }),
    codex('Interrupt'),
    codex('Stop', { last_assistant_message: 'The tide is 2.' }),
  ],
  'codex-notify': [
    {
      type: 'agent-turn-complete',
      'thread-id': ID,
      'turn-id': 'turn-1',
      cwd: '/pier',
      'input-messages': ['Raise the tide', 'and again'],
      'last-assistant-message': 'The tide is 2.',
    },
  ],
  gemini: [
    gemini('SessionStart', { source: 'startup' }),
    gemini('BeforeAgent', { prompt: 'Raise the tide' }),
    gemini('AfterTool', { tool_name: 'read_file', tool_input: { file_path: 'tide.ts' }, tool_response: {} }),
    gemini('AfterAgent', { prompt: 'Raise the tide', prompt_response: 'The tide is 2.' }),
    gemini('PreCompress', { trigger: 'auto' }),
    gemini('SessionEnd', { reason: 'exit' }),
  ],
  'copilot-cli': [
    copilot({ hookEventName: 'sessionStart', source: 'new', initialPrompt: 'Raise the tide' }),
    copilot({ hookEventName: 'userPromptSubmitted', prompt: 'And again' }),
    copilot({
      hookEventName: 'postToolUse',
      toolCallId: 'call_1',
      toolName: 'bash',
      toolArgs: '{"command":"cargo test"}',
      toolResult: { resultType: 'failure', textResultForLlm: '1 failed' },
    }),
    copilot({ hookEventName: 'errorOccurred', error: { name: 'RateLimit', message: 'wait' } }),
    copilot({ hookEventName: 'sessionEnd', reason: 'complete' }),
    { timestamp: 1, cwd: '/pier', prompt: 'an older version names no session' },
  ],
  cursor: [
    cursor('sessionStart'),
    cursor('beforeSubmitPrompt', { prompt: 'Raise the tide' }),
    cursor('postToolUse', {
      tool_use_id: 'c1',
      tool_name: 'Shell',
      tool_input: { command: 'go test ./...' },
      duration: 3,
    }),
    cursor('postToolUseFailure', { tool_use_id: 'c2', tool_name: 'Write', tool_input: { file_path: '/pier/a' } }),
    cursor('stop', { status: 'completed' }),
    cursor('sessionEnd', { reason: 'user_close' }),
  ],
  opencode: [
    claude('SessionStart', { source: 'startup' }),
    claude('UserPromptSubmit', { prompt: 'Raise the tide', prompt_id: 'm-1' }),
    claude('Stop', { last_assistant_message: 'The tide is 2.' }),
  ],
  pi: [claude('UserPromptSubmit', { prompt: 'Raise the tide' }), claude('SessionEnd', {})],
};
