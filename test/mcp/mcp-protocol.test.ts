import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { filesHolding, journalLines } from '../cli/support/case-files.ts';
import { loom, openSandbox } from '../cli/support/case-sandbox.ts';
import { fc } from '../support/properties.ts';
import { RawServer, tellSession } from './mcp-lab.ts';

const PING = { jsonrpc: '2.0', method: 'ping' } as const;

/** Lines that are no request, or one that no tool takes. */
const BROKEN: readonly (string | Buffer)[] = [
  '',
  '   ',
  'hello',
  '{',
  'null',
  '[]',
  '[1,2]',
  '42',
  '"text"',
  '{}',
  '{"jsonrpc":"2.0"}',
  '{"jsonrpc":"1.0","id":1,"method":"ping"}',
  '{"jsonrpc":"2.0","id":null,"method":"ping"}',
  '{"jsonrpc":"2.0","id":{},"method":"ping"}',
  '{"jsonrpc":"2.0","id":[1],"method":"ping"}',
  '{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":2,"method":5}',
  '{"jsonrpc":"2.0","id":3,"method":"tools/call"}',
  '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":null}',
  '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":[]}',
  '{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":5}}',
  '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search","arguments":[]}}',
  '{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"search","arguments":{"limit":1e999}}}',
  '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"search","arguments":{"__proto__":{"limit":1}}}}',
  '{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"__proto__"}}',
  '{"jsonrpc":"2.0","id":11,"method":"tools/call","params":{"name":"constructor","arguments":{}}}',
  '{"jsonrpc":"2.0","id":12,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}',
  '{"jsonrpc":"2.0","id":13,"method":"prompts/get","params":{"name":"resume","arguments":{"budget":"many"}}}',
  '{"jsonrpc":"2.0","id":14,"method":"nothing/such"}',
  '{"jsonrpc":"2.0","id":15,"result":{}}',
  '{"jsonrpc":"2.0","id":16,"error":{"code":1,"message":"x"}}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
  '{"jsonrpc":"2.0","method":"notifications/nothing"}',
  '[{"jsonrpc":"2.0","id":17,"method":"ping"}]',
  `{"jsonrpc":"2.0","id":18,"method":"ping","params":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  `{"jsonrpc":"2.0","id":19,"method":"tools/call","params":{"name":"show","arguments":{"ids":["\u0000","../../x","\ud800"]}}}`,
  Buffer.from([0xff, 0xfe, 0x00, 0x80]),
  Buffer.from('{"jsonrpc":"2.0","id":20,"method":"ping"}\r'),
  'x'.repeat(1_200_000),
  `Content-Length: 40\r\n\r`,
];

function expectProtocolOnly(server: RawServer): void {
  for (const message of server.messages()) expect(JSONRPCMessageSchema.safeParse(message).success).toBe(true);
  expect(server.out === '' || server.out.endsWith('\n')).toBe(true);
}

describe('the protocol, spoken by hand', () => {
  it('survives every broken line, answers what can be answered, and writes nothing else', async () => {
    const box = openSandbox();
    tellSession(box, 1, { prompt: 'Paint the buoy' });
    const server = new RawServer(box, ['--debug', '--json']);
    server.start();
    for (const line of BROKEN) server.send(line);
    server.send({ ...PING, id: 'last' });
    expect(await server.answerTo('last')).toMatchObject({ result: {} });
    for (const id of [2, 14]) expect(await server.answerTo(id)).toHaveProperty('error');
    for (const id of [7, 8, 9]) {
      const answer = await server.answerTo(id);
      expect(answer['error'] ?? answer['result'], JSON.stringify(answer)).toBeDefined();
    }
    server.child.stdin?.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expectProtocolOnly(server);
  });

  it('survives any JSON and any bytes', async () => {
    const server = new RawServer(openSandbox());
    server.start();
    const words = fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'name', 'arguments', 'query', 'ids', 'session');
    const methods = fc.constantFrom('tools/call', 'tools/list', 'resources/read', 'prompts/get', 'ping', 'initialize');
    const tools = fc.constantFrom('search', 'show', 'timeline', 'sessions_list', 'session_show', 'memory_propose');
    const calls = fc.record({
      jsonrpc: fc.constant('2.0'),
      id: fc.integer({ min: 1000, max: 9999 }),
      method: methods,
      params: fc.record({ name: tools, arguments: fc.dictionary(words, fc.jsonValue({ maxDepth: 3 })) }),
    });
    const lines = fc.sample(fc.oneof(calls, fc.dictionary(words, fc.jsonValue())), { numRuns: 150, seed: 7 });
    const noise = fc.sample(fc.uint8Array({ maxLength: 200 }), { numRuns: 80, seed: 7 });
    server.send(...lines, ...noise.map((bytes) => Buffer.from(bytes)), { ...PING, id: 'last' });
    await server.answerTo('last');
    server.child.stdin?.end();
    expect((await server.ended).code).toBe(0);
    expectProtocolOnly(server);
    for (const message of server.messages()) expect(JSON.stringify(message)).not.toContain('    at ');
  });

  it('takes a message in any pieces', async () => {
    const server = new RawServer(openSandbox());
    server.start();
    const bytes = Buffer.from(`${JSON.stringify({ ...PING, id: 'é-1' })}\n`);
    for (const byte of bytes) server.child.stdin?.write(Buffer.from([byte]));
    expect(await server.answerTo('é-1')).toMatchObject({ result: {} });
  });

  it('answers what was asked before the input ended, then ends, and leaves nothing behind', async () => {
    const box = openSandbox();
    tellSession(box, 1, { prompt: 'Paint the buoy' });
    const server = new RawServer(box);
    server.start();
    const params = { name: 'search', arguments: { query: 'buoy' } };
    for (const id of [1, 2, 3]) server.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
    server.child.stdin?.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.messages().map(({ id }) => id)).toEqual(['start', 1, 2, 3]);
    expect(journalLines(box.store).filter(({ type }) => type === 'memory.retrieved').length).toBe(3);
    expect(filesHolding(box.store, '-journal')).toEqual([]);
    expect(loom(box, ['journal', 'verify']).code).toBe(0);
  });

  it('ends with SIGTERM and with a closed pipe', async () => {
    const box = openSandbox();
    const told = new RawServer(box);
    told.start();
    await told.answerTo('start');
    told.child.kill('SIGTERM');
    expect(await told.ended).toEqual({ code: 0, signal: null });
    const busy = new RawServer(box);
    busy.start();
    await busy.answerTo('start');
    const params = { name: 'resume_preview', arguments: { session: 'nobody' } };
    for (let id = 0; id < 500; id += 1) busy.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
    await busy.answerTo(0);
    busy.child.kill('SIGTERM');
    expect(await busy.ended).toEqual({ code: 0, signal: null });
    expect(busy.messages().length).toBeLessThan(501);
    const cut = new RawServer(box);
    cut.start();
    await cut.answerTo('start');
    cut.child.stdout?.destroy();
    cut.send({ ...PING, id: 1 });
    expect(await cut.ended).toEqual({ code: 0, signal: null });
  });

  it('tells nobody of a bug’s insides, and nothing of a warning goes to standard output', async () => {
    const box = openSandbox();
    const run = loom(box, ['mcp'], {
      input: `${JSON.stringify({ ...PING, id: 1 })}\nnonsense\n`,
      env: { LOOM_DISABLED: '1', LOOM_DIGEST_TOKENS: 'many' },
    });
    expect(run.code).toBe(0);
    expect(run.stdout).toBe('{"result":{},"jsonrpc":"2.0","id":1}\n');
    expect(run.stderr).toContain('left out');
    expect(run.stderr).not.toContain('nonsense');
  });
});
