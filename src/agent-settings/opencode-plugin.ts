import { pluginSender } from './plugin-sender.ts';

const TELLS = `
const textOf = (parts) => (parts ?? []).filter(({ type, synthetic }) => type === 'text' && !synthetic).map(({ text }) => text).join('\\n');

export const Loom = async ({ directory }) => {
  const starts = new Map();
  const calls = new Map();
  const answers = new Map();
  const roles = new Map();
  const tell = (session, event, parts = {}, millis = undefined) =>
    send({ hook_event_name: event, session_id: session, cwd: directory, ...parts }, millis);
  const start = (session, source) => {
    if (!starts.has(session)) starts.set(session, tell(session, 'SessionStart', { source }, 1500));
    return starts.get(session);
  };
  const onEvent = {
    'session.created': ({ info }) => void start(info.id, 'startup'),
    'session.idle': ({ sessionID }) =>
      void tell(sessionID, 'Stop', { last_assistant_message: answers.get(sessionID) }),
    'session.compacted': ({ sessionID }) => void tell(sessionID, 'PostCompact'),
    'session.error': ({ sessionID, error }) => {
      if (sessionID !== undefined) void tell(sessionID, 'StopFailure', { error_type: error?.name });
    },
    'message.updated': ({ info }) => {
      if (roles.size > 5000) roles.clear();
      roles.set(info.id, info.role);
    },
    'message.part.updated': ({ part }) => {
      if (part.type === 'text' && roles.get(part.messageID) === 'assistant') answers.set(part.sessionID, part.text);
    },
  };
  return {
    event: guarded(({ event }) => onEvent[event.type]?.(event.properties)),
    'chat.message': guarded(async ({ sessionID }, { message, parts }) => {
      await start(sessionID, 'resume');
      void tell(sessionID, 'UserPromptSubmit', { prompt: textOf(parts), prompt_id: message.id });
    }),
    'tool.execute.before': guarded(({ callID }, { args }) => {
      if (calls.size > 1000) calls.clear();
      calls.set(callID, { args, at: Date.now() });
    }),
    'tool.execute.after': guarded(({ tool, sessionID, callID, args }, { output, metadata }) => {
      const call = calls.get(callID);
      calls.delete(callID);
      void tell(sessionID, 'PostToolUse', {
        tool_name: tool,
        tool_use_id: callID,
        tool_input: call?.args ?? args,
        tool_response: { output, metadata: { exit: metadata?.exit } },
        ...(call === undefined ? {} : { duration_ms: Date.now() - call.at }),
      });
    }),
    'experimental.session.compacting': guarded(({ sessionID }) => void tell(sessionID, 'PreCompact')),
    'experimental.chat.system.transform': guarded(async ({ sessionID }, { system }) => {
      const text = await starts.get(sessionID);
      if (text) system.push(text);
    }),
  };
};
`;

/** The plugin of opencode. */
export function opencodePlugin(program: string): string {
  return `// Tells loom what happens in a session of opencode. Remove it with: loom init --uninstall --agent opencode\n${pluginSender('opencode', program)}${TELLS}`;
}
