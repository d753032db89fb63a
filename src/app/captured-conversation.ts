import type { ContentBlock, Conversation, Message } from '../domain/conversation.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { capturedText } from './captured-text.ts';
import type { AppContext } from './context.ts';

type ToolEnd = Extract<LoomEvent, { type: 'tool.completed' | 'tool.failed' }>;

/** What stands for the result of a call: hooks tell its size and how it ended. */
const NOT_RECORDED = '[what it returned is in the agent’s own transcript, which was not kept]';

interface Said extends Pick<Message, 'kind' | 'role' | 'content'> {
  readonly id: string;
}

function endOf({ id, type, data }: ToolEnd): readonly Said[] {
  const paths = (data.touched ?? []).map(({ path }) => path);
  const [path] = paths;
  const input = path === undefined ? {} : paths.length === 1 ? { path } : { paths };
  const call: ContentBlock = { type: 'toolCall', id: data.callId, name: data.name ?? 'tool', input };
  const result: ContentBlock = {
    type: 'toolResult',
    callId: data.callId,
    isError: type === 'tool.failed',
    content: [{ type: 'text', text: NOT_RECORDED }],
  };
  return [
    { id, kind: 'answer', role: 'assistant', content: [call] },
    { id: `${id}:result`, kind: 'toolResult', role: 'user', content: [result] },
  ];
}

function saidIn(app: AppContext, { id: session }: SessionState, event: LoomEvent): readonly Said[] {
  switch (event.type) {
    case 'prompt.submitted': {
      const text = capturedText(app, session, event.data);
      return [{ id: event.id, kind: 'prompt', role: 'user', content: [{ type: 'text', text }] }];
    }
    case 'run.completed': {
      const text = capturedText(app, session, event.data);
      return text === ''
        ? []
        : [{ id: event.id, kind: 'answer', role: 'assistant', content: [{ type: 'text', text }] }];
    }
    case 'tool.completed':
    case 'tool.failed':
      return endOf(event);
    default:
      return [];
  }
}

/**
 * The conversation of a session that has no transcript: the prompts, the last answer of each run and the calls that were
 * recorded live, by time. `events` are those of the session, each fact once.
 */
export function capturedConversation(app: AppContext, state: SessionState, events: readonly LoomEvent[]): Conversation {
  const messages: Message[] = [];
  const inOrder = [...events].sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  for (const event of inOrder) {
    for (const said of saidIn(app, state, event)) {
      const prompt = said.kind === 'prompt' ? ({ promptKind: 'plain' } as const) : {};
      const parentId = messages.at(-1)?.id ?? null;
      messages.push({ ...said, ...prompt, parentId, at: event.at, line: 0, captured: true });
    }
  }
  return {
    agent: state.agent,
    nativeId: state.nativeId,
    messages,
    activePath: messages.map(({ id }) => id),
    branches: [],
    compactions: [],
    repairs: [],
  };
}
