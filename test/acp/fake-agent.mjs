// An agent of the official package that does what its prompt says, word by word.
import { Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream } from '@agentclientprotocol/sdk';

const [name = 'fake-agent'] = process.argv.slice(2);

const STEPS = {
  say: (say, [...words]) =>
    say({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words.join(' ') } }),
  plan: (say, steps) =>
    say({
      sessionUpdate: 'plan',
      entries: steps.map((content) => ({ content, priority: 'high', status: 'pending' })),
    }),
  call: (say, [toolCallId, kind, status, ...words]) => {
    const path = words.join(' ') || undefined;
    return say({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: `${kind} something`,
      kind,
      status,
      rawInput: kind === 'execute' ? { command: path } : { path },
      locations: kind === 'execute' || path === undefined ? [] : [{ path }],
    });
  },
  end: (say, [toolCallId, status]) =>
    say({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status,
      content: [{ type: 'content', content: { type: 'text', text: 'what it returned' } }],
    }),
};

async function ask(client, sessionId, [toolCallId]) {
  const options = [
    { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
    { optionId: 'always', name: 'Always', kind: 'allow_always' },
    { optionId: 'no', name: 'No', kind: 'reject_once' },
  ];
  const toolCall = { toolCallId, title: 'something' };
  await client.request(methods.client.session.requestPermission, { sessionId, toolCall, options });
}

/** Lines of a prompt are steps: a word and what it is about. */
async function run(client, sessionId, text) {
  const say = (update) => client.notify(methods.client.session.update, { sessionId, update });
  for (const line of text.split('\n')) {
    const [word, ...rest] = line.split(' ');
    if (word === 'ask') await ask(client, sessionId, rest);
    else if (word === 'stop') return rest[0];
    else if (word === 'exit') process.exit(Number(rest[0]));
    else if (word === 'die') process.kill(process.pid, rest[0]);
    else await STEPS[word]?.(say, rest);
  }
  return 'end_turn';
}

let count = 0;
agent({ name })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentInfo: { name, version: '3.1.4' },
    agentCapabilities: { loadSession: true },
    authMethods: [],
  }))
  .onRequest(methods.agent.session.new, () => {
    count += 1;
    return { sessionId: `tide-${count}` };
  })
  .onRequest(methods.agent.session.load, async ({ params: { sessionId }, client }) => {
    await run(client, sessionId, 'say what was said before\ncall old-1 read completed /pier/old.ts');
    return {};
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const text = params.prompt.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    return { stopReason: await run(client, params.sessionId, text) };
  })
  .onNotification(methods.agent.session.cancel, () => undefined)
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
