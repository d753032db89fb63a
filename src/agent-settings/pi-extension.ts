import { pluginSender } from './plugin-sender.ts';

const TELLS = `
const textOf = (content) =>
  typeof content === 'string'
    ? content
    : (content ?? []).filter(({ type }) => type === 'text').map(({ text }) => text).join('\\n');

const SOURCES = { new: 'clear', resume: 'resume', fork: 'fork' };

export default function loom(pi) {
  const calls = new Map();
  let started;
  let answer;
  const tell = (ctx, event, parts = {}, millis = undefined) => {
    const session = ctx.sessionManager?.getSessionId?.();
    if (session === undefined) return Promise.resolve('');
    const transcript = ctx.sessionManager.getSessionFile?.();
    return send({ hook_event_name: event, session_id: session, transcript_path: transcript, cwd: ctx.cwd, ...parts }, millis);
  };
  const start = (ctx, source) => {
    started = tell(ctx, 'SessionStart', { source }, 1500);
  };
  const on = (event, react) => pi.on(event, guarded(react));
  on('session_start', ({ reason }, ctx) => start(ctx, SOURCES[reason] ?? 'startup'));
  on('session_switch', ({ reason }, ctx) => start(ctx, SOURCES[reason] ?? 'resume'));
  on('session_fork', (_, ctx) => start(ctx, 'fork'));
  on('before_agent_start', async ({ prompt, systemPrompt }, ctx) => {
    void tell(ctx, 'UserPromptSubmit', { prompt });
    const text = await started;
    return text && typeof systemPrompt === 'string' ? { systemPrompt: systemPrompt + '\\n\\n' + text } : undefined;
  });
  on('tool_call', ({ toolCallId }) => {
    if (calls.size > 1000) calls.clear();
    calls.set(toolCallId, Date.now());
  });
  on('tool_result', ({ toolName, toolCallId, input, content, isError }, ctx) => {
    const at = calls.get(toolCallId);
    calls.delete(toolCallId);
    void tell(ctx, isError ? 'PostToolUseFailure' : 'PostToolUse', {
      tool_name: toolName,
      tool_use_id: toolCallId,
      tool_input: input,
      tool_response: textOf(content),
      ...(at === undefined ? {} : { duration_ms: Date.now() - at }),
    });
  });
  on('turn_end', ({ message }) => {
    if (message?.role === 'assistant') answer = textOf(message.content) || answer;
  });
  on('agent_end', (_, ctx) => {
    void tell(ctx, 'Stop', { last_assistant_message: answer });
    answer = undefined;
  });
  on('session_before_compact', (_, ctx) => void tell(ctx, 'PreCompact'));
  on('session_compact', (_, ctx) => void tell(ctx, 'PostCompact'));
  on('session_shutdown', (_, ctx) => void tell(ctx, 'SessionEnd', { reason: 'exit' }));
}
`;

/** The extension of pi. */
export function piExtension(program: string): string {
  return `// Tells loom what happens in a session of pi. Remove it with: loom init --uninstall --agent pi\n${pluginSender('pi', program)}${TELLS}`;
}
