import { describe, expect, it } from 'vitest';
import { loom, openSandbox, type Sandbox } from '../cli/support/case-sandbox.ts';
import { RawServer, tellSession } from '../mcp/mcp-lab.ts';
import { fc } from '../support/properties.ts';

const LIST = { jsonrpc: '2.0', method: 'session/list', params: {} } as const;
const INITIALIZE = { protocolVersion: 1, clientCapabilities: {} };

/** Lines that are no request, or one that nothing answers well. */
const BROKEN: readonly (string | Buffer)[] = [
  '',
  'hello',
  '{',
  'null',
  '[]',
  '42',
  '"text"',
  '{}',
  '{"jsonrpc":"2.0"}',
  '{"jsonrpc":"1.0","id":1,"method":"session/list"}',
  '{"jsonrpc":"2.0","id":null,"method":"session/list"}',
  '{"jsonrpc":"2.0","id":{},"method":"session/list"}',
  '{"jsonrpc":"2.0","id":1.5,"method":"session/list"}',
  '{"jsonrpc":"2.0","id":2,"method":5}',
  '{"jsonrpc":"2.0","id":3,"method":"session/load"}',
  '{"jsonrpc":"2.0","id":4,"method":"session/load","params":null}',
  '{"jsonrpc":"2.0","id":5,"method":"session/load","params":[]}',
  '{"jsonrpc":"2.0","id":6,"method":"session/load","params":{"sessionId":"x","cwd":"../..","mcpServers":[]}}',
  '{"jsonrpc":"2.0","id":7,"method":"session/load","params":{"sessionId":"\\u0000","cwd":"/\\u0000","mcpServers":[]}}',
  '{"jsonrpc":"2.0","id":8,"method":"session/list","params":{"cwd":"/","cursor":"-1"}}',
  '{"jsonrpc":"2.0","id":9,"method":"session/list","params":{"cwd":{"__proto__":1}}}',
  '{"jsonrpc":"2.0","id":10,"method":"session/prompt","params":{"sessionId":"x","prompt":"text"}}',
  '{"jsonrpc":"2.0","id":11,"method":"__proto__"}',
  '{"jsonrpc":"2.0","id":12,"method":"nothing/such"}',
  '{"jsonrpc":"2.0","id":13,"result":{}}',
  '{"jsonrpc":"2.0","id":14,"error":{"code":1,"message":"x"}}',
  '{"jsonrpc":"2.0","method":"session/cancel"}',
  '{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":99}}',
  '{"jsonrpc":"2.0","method":"nothing"}',
  '[{"jsonrpc":"2.0","id":15,"method":"session/list"}]',
  `{"jsonrpc":"2.0","id":16,"method":"session/list","params":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  Buffer.from([0xff, 0xfe, 0x00, 0x80]),
  Buffer.from('{"jsonrpc":"2.0","id":17,"method":"session/list"}\r'),
  'x'.repeat(1_200_000),
  'Content-Length: 40\r\n\r',
];

function start(box: Sandbox, args: readonly string[] = []): RawServer {
  const server = new RawServer(box, args, 'acp');
  server.send({ jsonrpc: '2.0', id: 'start', method: 'initialize', params: INITIALIZE });
  return server;
}

function expectProtocolOnly(server: RawServer): void {
  for (const message of server.messages()) {
    expect(message['jsonrpc']).toBe('2.0');
    expect(['result', 'error', 'method'].some((key) => Object.hasOwn(message, key))).toBe(true);
    expect(JSON.stringify(message)).not.toContain('    at ');
  }
  expect(server.out === '' || server.out.endsWith('\n')).toBe(true);
}

describe('the Agent Client Protocol, spoken by hand', () => {
  it('survives every broken line, answers what can be answered, and writes nothing else', async () => {
    const box = openSandbox();
    tellSession(box, 1, { prompt: 'Paint the buoy' });
    const server = start(box, ['--debug', '--json']);
    for (const line of BROKEN) server.send(line);
    server.send({ ...LIST, id: 'last' });
    expect(await server.answerTo('last')).toMatchObject({ result: { sessions: [{ title: 'Paint the buoy' }] } });
    for (const id of [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) expect(await server.answerTo(id)).toHaveProperty('error');
    server.child.stdin?.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expectProtocolOnly(server);
  });

  it('survives any JSON and any bytes', async () => {
    const server = start(openSandbox());
    const words = fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'cwd', 'cursor', 'sessionId', 'prompt');
    const names = ['list', 'load', 'resume', 'prompt', 'new', 'cancel'].map((name) => `session/${name}`);
    const calls = fc.record({
      jsonrpc: fc.constant('2.0'),
      id: fc.integer({ min: 1000, max: 9999 }),
      method: fc.constantFrom(...names, 'initialize', 'authenticate'),
      params: fc.dictionary(words, fc.jsonValue({ maxDepth: 3 })),
    });
    const lines = fc.sample(fc.oneof(calls, fc.dictionary(words, fc.jsonValue())), { numRuns: 150, seed: 7 });
    const noise = fc.sample(fc.uint8Array({ maxLength: 200 }), { numRuns: 80, seed: 7 });
    server.send(...lines, ...noise.map((bytes) => Buffer.from(bytes)), { ...LIST, id: 'last' });
    await server.answerTo('last');
    server.child.stdin?.end();
    expect((await server.ended).code).toBe(0);
    expectProtocolOnly(server);
  });

  it('answers what was asked before the input ended, then ends', async () => {
    const box = openSandbox();
    tellSession(box, 1, { prompt: 'Paint the buoy' });
    const server = start(box);
    for (const id of [1, 2, 3]) server.send({ ...LIST, id });
    server.child.stdin?.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.messages().map(({ id }) => id)).toEqual(['start', 1, 2, 3]);
    expect(loom(box, ['journal', 'verify']).code).toBe(0);
  });

  it('ends with SIGTERM, with a closed pipe and with a line that never ends', async () => {
    const told = start(openSandbox());
    await told.answerTo('start');
    told.child.kill('SIGTERM');
    expect(await told.ended).toEqual({ code: 0, signal: null });
    const cut = start(openSandbox());
    await cut.answerTo('start');
    cut.child.stdout?.destroy();
    cut.send({ ...LIST, id: 1 });
    expect((await cut.ended).code).toBe(0);
    const long = start(openSandbox());
    await long.answerTo('start');
    long.child.stdin?.write('x'.repeat(5 * 1024 * 1024));
    expect((await long.ended).code).toBe(0);
    expectProtocolOnly(long);
  });
});
