import { describe, expect, it } from 'vitest';
import { contextSteps } from '../../src/domain/context-steps.ts';
import type { ContentBlock, Conversation, Message, MessageKind } from '../../src/domain/conversation.ts';
import { listBranches } from '../../src/domain/conversation-branches.ts';
import { findActiveLeaf, tracePath } from '../../src/domain/conversation-path.ts';
import { filesTouched } from '../../src/domain/files-touched.ts';
import { tallyTools } from '../../src/domain/tool-tally.ts';
import { foldTurns } from '../../src/domain/turns.ts';

let line = 0;

function say(
  id: string,
  kind: MessageKind,
  content: readonly ContentBlock[] | string,
  more: Partial<Message> = {},
): Message {
  const blocks: readonly ContentBlock[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  line += 1;
  return {
    id,
    parentId: null,
    kind,
    role: kind === 'answer' ? 'assistant' : 'user',
    at: null,
    content: blocks,
    line,
    ...more,
  };
}

function chain(messages: readonly Message[]): Conversation {
  const linked = messages.map((message, i) => ({ ...message, parentId: messages[i - 1]?.id ?? null }));
  const leaf = findActiveLeaf(linked);
  const activePath = tracePath(linked, leaf);
  const branches = listBranches(linked, activePath, leaf);
  return { agent: 'claude-code', nativeId: null, messages: linked, activePath, branches, compactions: [], repairs: [] };
}

const use = (id: string, name: string, path: string): ContentBlock => ({
  type: 'toolCall',
  id,
  name,
  input: { file_path: path },
});
const done = (callId: string, isError = false): ContentBlock => ({ type: 'toolResult', callId, isError, content: [] });

describe('turns of a conversation', () => {
  it('reach from a prompt to the next, with answers joined and calls in order', () => {
    const turns = foldTurns(
      chain([
        say('p', 'prompt', 'Sow'),
        say('a', 'answer', [{ type: 'text', text: 'First' }, use('t', 'Edit', 'beds.ts')]),
        say('r', 'toolResult', [done('t')]),
        say('b', 'answer', 'Then'),
        say('q', 'prompt', 'Water'),
      ]),
    );
    expect(turns).toEqual([
      {
        id: 'p',
        at: null,
        prompt: 'Sow',
        answer: 'First\n\nThen',
        toolCalls: [{ id: 't', name: 'Edit', status: 'ok', paths: ['beds.ts'], about: 'beds.ts' }],
        notices: [],
        messageIds: ['p', 'a', 'r', 'b'],
      },
      { id: 'q', at: null, prompt: 'Water', answer: null, toolCalls: [], notices: [], messageIds: ['q'] },
    ]);
  });

  it('begin without a prompt only where something was answered before the first', () => {
    const notice = say('n', 'notice', [{ type: 'notice', kind: 'welcome', text: 'hi' }]);
    const meta = say('m', 'meta', 'injected');
    const turns = foldTurns(chain([notice, meta, say('p', 'prompt', 'Sow'), say('a', 'answer', 'Sown')]));
    expect(turns).toMatchObject([{ id: 'p', notices: [{ kind: 'welcome' }], messageIds: ['n', 'm', 'p', 'a'] }]);
    expect(foldTurns(chain([say('a', 'answer', 'Hello'), say('p', 'prompt', 'Sow')]))).toMatchObject([
      { prompt: null, answer: 'Hello' },
      { prompt: 'Sow' },
    ]);
  });

  it('show a prompt of an image alone, and none for an empty conversation', () => {
    expect(foldTurns(chain([say('p', 'prompt', [{ type: 'image' }])]))[0]?.prompt).toBe('[image]');
    expect(foldTurns(chain([]))).toEqual([]);
  });

  it('show summaries and interruptions as notices, and injected text not at all', () => {
    const injected = say('i', 'prompt', [
      { type: 'text', text: 'Go' },
      { type: 'notice', kind: 'injected', text: 'x' },
    ]);
    const turns = foldTurns(chain([say('p', 'prompt', 'Sow'), say('s', 'summary', 'So far'), injected]));
    expect(turns.map(({ notices }) => notices)).toEqual([[{ id: 's', kind: 'summary', text: 'So far' }], []]);
  });

  it('are folded from a hundred thousand messages without recursion', () => {
    const messages = Array.from({ length: 100_000 }, (_, i) => say(`m${i}`, i % 2 === 0 ? 'prompt' : 'answer', 'x'));
    expect(foldTurns(chain(messages))).toHaveLength(50_000);
  });
});

describe('tools of a conversation', () => {
  const { messages } = chain([
    say('p', 'prompt', 'Sow'),
    say('a', 'answer', [use('t1', 'Read', 'beds.ts'), use('t2', 'Edit', 'beds.ts'), use('t3', 'Bash', 'x')]),
    say('b', 'answer', [use('t1', 'Read', 'beds.ts'), use('t4', 'Write', 'new.ts')]),
    say('s', 'answer', [use('t5', 'Read', 'side.ts')], { sidechain: true }),
  ]);

  it('touch files by reading or editing, each call once', () => {
    expect(filesTouched(messages)).toEqual([
      { path: 'beds.ts', reads: 1, edits: 1 },
      { path: 'new.ts', reads: 0, edits: 1 },
      { path: 'side.ts', reads: 1, edits: 0 },
    ]);
  });

  it('are counted by name in the session’s own thread', () => {
    expect(tallyTools(messages)).toEqual({ Read: 1, Edit: 1, Bash: 1, Write: 1 });
  });

  it('may hold messages of more blocks than fit on the stack, also when a context is made of it', () => {
    const many = (block: ContentBlock): ContentBlock[] => new Array<ContentBlock>(200_000).fill(block);
    const conversation = chain([
      say('p', 'prompt', [{ type: 'text', text: 'Sow' }, ...many({ type: 'notice', kind: 'odd', text: 'x' })]),
      say('a', 'answer', many({ type: 'text', text: 'Sown' })),
    ]);
    const turns = foldTurns(conversation);
    expect(turns).toMatchObject([{ id: 'p' }]);
    expect(contextSteps(conversation, turns).length).toBeGreaterThan(0);
  });
});
