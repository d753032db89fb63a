import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { journalLines } from '../cli/support/case-files.ts';
import { loom, openSandbox, programPath, type Sandbox } from '../cli/support/case-sandbox.ts';
import { PATIENCE } from '../support/patience.ts';
import { startAcp } from './acp-lab.ts';

/** Writes what it is told to a file, and what another file holds to standard output, in pieces that fit nothing. */
const TAPE = `
import { createWriteStream, readFileSync } from 'node:fs';
const [heard, said] = process.argv.slice(2);
process.stdin.pipe(createWriteStream(heard));
const bytes = readFileSync(said);
for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7 + 3) % 65521) {
  if (!process.stdout.write(bytes.subarray(at, at + size))) await new Promise((go) => process.stdout.once('drain', go));
}
process.stderr.write('noise of the agent\\n');
`;

const rpc = (fields: object) => `${JSON.stringify({ jsonrpc: '2.0', ...fields })}\n`;

/** What stands in no schema, what is no JSON, what is no text, and what is too long. */
const ODD: readonly (string | Buffer)[] = [
  rpc({ id: 1, method: 'initialize', params: { protocolVersion: 1 } }),
  rpc({ id: 'x', method: '_ext/unknown', params: { __proto__: 1, n: 1.0, big: 12345678901234567890n.toString() } }),
  '{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"\\ud800"}]}}\r\n',
  '{ "jsonrpc" : "2.0", "id":2,\t"result":{"stopReason":"end_turn"} }\n',
  rpc({ id: 3, error: { code: -32_603, message: 'no', data: [1] } }),
  rpc({ method: 'session/cancel', params: { sessionId: 's' } }),
  rpc({ method: '$/cancel_request', params: { requestId: 1 } }),
  rpc({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'of tomorrow' } } }),
  '[{"jsonrpc":"2.0","id":9,"method":"a"}]\n\n\n',
  Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a, 0x0d, 0x0a]),
  `${'y'.repeat(3_000_000)}\n`,
  rpc({ method: 'deep', params: JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`) as unknown }),
  'no line feed at the end',
];

const all = (...pieces: readonly (string | Buffer)[]) => Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
const digest = (bytes: Buffer) => `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`;

interface Passed {
  readonly code: number | null;
  readonly out: Buffer;
  readonly err: string;
  readonly heard: Buffer;
}

async function pass(
  box: Sandbox,
  ask: Buffer,
  answer: Buffer,
  whileRunning?: (child: ChildProcess) => void,
): Promise<Passed> {
  const [tape, heard, said] = ['tape.mjs', 'heard', 'said'].map((name) => join(box.root, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(tape, TAPE);
  writeFileSync(said, answer);
  const { child, ended } = startAcp(box, ['--debug', '--', process.execPath, tape, heard, said]);
  const out: Buffer[] = [];
  let err = '';
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  whileRunning?.(child);
  child.stdin?.end(ask);
  const { code } = await ended;
  return { code, out: Buffer.concat(out), err, heard: readFileSync(heard) };
}

function expectPassed({ code, out, err, heard }: Passed, ask: Buffer, answer: Buffer): void {
  expect([code, digest(out), digest(heard)]).toEqual([0, digest(answer), digest(ask)]);
  expect(err).toBe('noise of the agent\n');
}

/** A process that ended may wait for a parent to take note of it. */
function isRunning(pid: number): boolean {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0);
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const turn = (id: number) =>
  [
    rpc({ id, method: 'session/new', params: { cwd: '/', mcpServers: [] } }),
    rpc({ id: id + 1, method: 'session/prompt', params: { sessionId: 's', prompt: [{ type: 'text', text: 'go' }] } }),
  ] as const;
const answers = (id: number) =>
  [rpc({ id, result: { sessionId: 's' } }), rpc({ id: id + 1, result: { stopReason: 'end_turn' } })] as const;

describe('what passes through loom acp', () => {
  it('is the same, byte for byte, in both directions, whatever it is', async () => {
    const box = openSandbox();
    const ask = all(...ODD, '\n', randomBytes(2_000_000));
    const answer = all(randomBytes(1_000_000), ...ODD.toReversed());
    expectPassed(await pass(box, ask, answer), ask, answer);
    expect(loom(box, ['journal', 'verify']).code).toBe(0);
  });

  it('passes as well when nothing can be recorded', async () => {
    const [ask, answer] = [all(...turn(1)), all(...answers(1))];
    const newer = openSandbox();
    mkdirSync(newer.store, { mode: 0o700 });
    writeFileSync(join(newer.store, 'store.json'), '{"format":99,"id":"01K00000000000000000000000"}', { mode: 0o600 });
    expectPassed(await pass(newer, ask, answer), ask, answer);
    const open = openSandbox();
    mkdirSync(open.store);
    chmodSync(open.store, 0o777);
    expectPassed(await pass(open, ask, answer), ask, answer);
    const file = openSandbox();
    writeFileSync(file.store, 'no folder');
    expectPassed(await pass(file, ask, answer), ask, answer);
  });

  it.skipIf(process.platform !== 'linux')('does not wait for a recorder that stands still or died', async () => {
    const recorderOf = (pid: number): number | undefined => {
      try {
        const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
        return children.map(Number).find((each) => readFileSync(`/proc/${each}/cmdline`, 'utf8').includes(':acp'));
      } catch {
        return undefined;
      }
    };
    for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
      const box = openSandbox();
      const ask = all(...turn(1), randomBytes(1_500_000));
      const answer = all(...answers(1), randomBytes(50_000_000));
      let recorder: number | undefined;
      const stop = (child: ChildProcess): void => {
        const look = setInterval(() => {
          recorder = recorderOf(child.pid ?? 0);
          if (recorder === undefined) return;
          clearInterval(look);
          process.kill(recorder, signal);
        }, 5);
        child.on('close', () => clearInterval(look));
      };
      const passed = await pass(box, ask, answer, stop);
      expect(recorder).toBeDefined();
      if (signal === 'SIGSTOP' && recorder !== undefined) process.kill(recorder, 'SIGKILL');
      expectPassed(passed, ask, answer);
    }
  });

  it.skipIf(process.platform === 'win32')(
    'ends its agent when the client is gone without a word, and records that',
    async () => {
      const box = openSandbox();
      const held = join(box.root, 'held.mjs');
      const words = JSON.stringify(answers(1).join(''));
      writeFileSync(
        held,
        `process.stdin.once('data', () => process.stdout.write(${words})); setInterval(() => 0, 1e6);`,
      );
      // The client is a process of its own that dies.
      const client = `
      const { spawn } = require('node:child_process');
      const front = spawn(process.execPath, ${JSON.stringify([programPath, 'acp', '--', process.execPath, held])});
      front.stdin.write(${JSON.stringify(turn(1).join(''))});
      front.stdout.once('data', () => setTimeout(() => { console.log(front.pid); process.kill(process.pid, 'SIGKILL'); }, 500));
    `;
      const dying = spawn(process.execPath, ['-e', client], { cwd: box.work, env: box.env });
      let pid = 0;
      dying.stdout.on('data', (chunk: Buffer) => {
        pid = Number(chunk.toString());
      });
      onTestFinished(() => {
        if (pid > 0) {
          try {
            process.kill(pid, 'SIGKILL');
          } catch {
            // It ended, as it should.
          }
        }
      });
      await vi.waitFor(
        () => expect(journalLines(box.store).map(({ type }) => type)).toContain('session.closed'),
        PATIENCE,
      );
      await vi.waitFor(() => expect(isRunning(pid)).toBe(false), PATIENCE);
    },
  );

  it('takes a command only after two dashes', () => {
    const run = loom(openSandbox(), ['acp', 'some-agent']);
    expect([run.code, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toContain('loom help acp');
    const none = loom(openSandbox(), ['acp', '--agent', 'codex']);
    expect([none.code, none.stdout]).toEqual([2, '']);
    expect(none.stderr).toContain('no command stands after --');
  });
});
