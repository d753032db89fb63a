import { type ContextRequest, type PlannedContext, planContext } from '../../src/domain/context-plan.ts';
import type { ContextStep } from '../../src/domain/context-step.ts';
import { contextSteps } from '../../src/domain/context-steps.ts';
import type { ContentBlock, Conversation, Message } from '../../src/domain/conversation.ts';
import { foldTurns } from '../../src/domain/turns.ts';

/** A message of the invented garden session; content given as text is one text block. */
export function message(
  id: string,
  kind: Message['kind'],
  content: string | readonly ContentBlock[],
  more: Partial<Message> = {},
): Message {
  const blocks: readonly ContentBlock[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const role = kind === 'answer' ? 'assistant' : 'user';
  const kinds = kind === 'prompt' ? ({ promptKind: 'plain' } as const) : {};
  return { id, parentId: null, kind, role, at: null, content: blocks, line: 0, ...kinds, ...more };
}

export function call(id: string, name = 'Read', input: unknown = { file_path: 'beds.ts' }): ContentBlock {
  return { type: 'toolCall', id, name, input };
}

export function result(callId: string, text = 'fine', isError = false): ContentBlock {
  return { type: 'toolResult', callId, isError, content: [{ type: 'text', text }] };
}

/** A conversation whose path is all its messages but those of sidechains, in order. */
export function conversationOf(messages: readonly Message[]): Conversation {
  const numbered = messages.map((one, index) => ({ ...one, line: index + 1 }));
  return {
    agent: 'claude-code',
    nativeId: 'garden',
    messages: numbered,
    activePath: numbered.filter(({ sidechain }) => sidechain !== true).map(({ id }) => id),
    branches: [],
    compactions: [],
    repairs: [],
  };
}

export function stepsOf(...messages: readonly Message[]): readonly ContextStep[] {
  const conversation = conversationOf(messages);
  return contextSteps(conversation, foldTurns(conversation));
}

/** Prompt, call with result, answer: a turn that says about `size` characters. */
export function turn(n: number, size = 40): readonly Message[] {
  return [
    message(`p${n}`, 'prompt', `Sow bed ${n}`),
    message(`c${n}`, 'answer', [call(`t${n}`, 'Bash', { command: `sow ${n}` })], { apiId: `m${n}` }),
    message(`r${n}`, 'toolResult', [result(`t${n}`, 'x'.repeat(size))]),
    message(`a${n}`, 'answer', `Bed ${n} is sown`, { apiId: `n${n}` }),
  ];
}

export function turns(count: number, size = 40): readonly Message[] {
  return Array.from({ length: count }, (_, index) => turn(index + 1, size)).flat();
}

/** Plans a context of a conversation; the summary names what it covers. */
export function plan(
  messages: readonly Message[],
  given: Partial<ContextRequest> & Pick<ContextRequest, 'format' | 'budget'>,
): PlannedContext {
  const conversation = conversationOf(messages);
  const folded = foldTurns(conversation);
  const steps = contextSteps(conversation, folded);
  const compaction = steps.findLastIndex(({ parts }) =>
    parts.some((part) => part.type === 'text' && part.from === 'summary'),
  );
  return planContext({
    steps,
    turns: folded.length,
    compaction: compaction > 0 ? compaction : null,
    preface: { session: 'garden0000000000', command: 'loom sessions export garden0000000000', stale: [] },
    stored: () => [],
    summarize: (through, most) => `Summary of turns 1–${through}. ${'s'.repeat(most)}`.slice(0, most),
    clean: (step) => step,
    ...given,
  });
}
