/** The built program as a person starts it. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importClaude } from '../cli/support/case-answers.ts';
import { openSandbox, programPath, type Sandbox } from '../cli/support/case-sandbox.ts';
import { nativeId, writeSession } from '../cli/support/claude-fixture.ts';
import { startServing } from './serving-loom.ts';

function fill(box: Sandbox): void {
  writeSession(join(box.home, '.claude', 'projects', 'pier'), { sessionId: nativeId(1), cwd: box.work, pairs: 2 });
  importClaude(box);
}

test('the address that is printed opens the sessions, and Ctrl-C ends it', async () => {
  const box = openSandbox();
  fill(box);
  const serving = await startServing(box, ['--all']);
  expect(serving.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{12}\/enter\?token=[\w-]{43}$/);
  const entered = await fetch(serving.address);
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const sessions = await fetch(`${serving.base}/sessions`, { headers: { cookie } });
  expect(await sessions.text()).toContain('Read tide gauge 0 at the north pier');
  expect(await serving.stop()).toBe(0);
});

test('addresses of pages stay the same from run to run, and their tokens do not', async () => {
  const box = openSandbox();
  fill(box);
  const first = await startServing(box, ['--all']);
  await first.stop();
  const second = await startServing(box, ['--all', '--port', String(first.port)]);
  expect(second.base).toBe(first.base);
  expect(second.address).not.toBe(first.address);
  expect((await fetch(first.address)).status).toBe(403);
  await second.stop();
});

test('it listens on the loopback interface alone', async () => {
  const box = openSandbox();
  const serving = await startServing(box, []);
  const port = serving.port.toString(16).toUpperCase().padStart(4, '0');
  const isLinux = process.platform === 'linux';
  const sockets = isLinux ? ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFileSync(file, 'utf8')).join('') : '';
  const listening = sockets.split('\n').filter((line) => new RegExp(`^ *\\d+: \\w+:${port} \\w+:0000 0A`).test(line));
  if (isLinux) expect(listening.map((line) => line.trim().split(/\s+/)[1])).toEqual([`0100007F:${port}`]);
  await serving.stop();
});

function run(box: Sandbox, words: readonly string[]): Promise<{ code: number | null; stdout: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [programPath, 'serve', '--json', ...words], { cwd: box.work, env: box.env });
    onTestFinished(() => void child.kill('SIGKILL'));
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.on('close', (code) => resolve({ code, stdout }));
  });
}

test('a port that is taken is exit 5, and says what to do', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as { port: number };
  const { code, stdout } = await run(openSandbox(), ['--port', String(port)]);
  expect(code).toBe(5);
  expect(JSON.parse(stdout).error).toMatchObject({ kind: 'busy', code: 'port-taken', hints: ['loom serve'] });
});

test('a store of a newer loom is exit 9', async () => {
  const box = openSandbox();
  mkdirSync(box.store, { recursive: true, mode: 0o700 });
  writeFileSync(join(box.store, 'store.json'), '{"format":99}\n', { mode: 0o600 });
  const { code, stdout } = await run(box, []);
  expect(code).toBe(9);
  expect(JSON.parse(stdout).error.kind).toBe('newer-format');
});

test('without a browser it says so and serves on', async () => {
  const box = openSandbox();
  const serving = await startServing({ ...box, env: { ...box.env, PATH: '/nonexistent' } }, ['--open']);
  await serving.says('no browser could be started');
  expect((await fetch(serving.address)).status).toBe(200);
  await serving.stop();
});

test('a store that becomes unreadable meanwhile is told on the page, and the server goes on', async () => {
  const box = openSandbox();
  fill(box);
  const serving = await startServing(box, ['--all']);
  const cookie = (await fetch(serving.address)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const file = join(box.store, 'store.json');
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, before.replace(/"format":1/, '"format":99'));
  const broken = await fetch(`${serving.base}/sessions`, { headers: { cookie } });
  expect(broken.status).toBe(500);
  expect(await broken.text()).toContain('newer-store');
  writeFileSync(file, before);
  expect((await fetch(`${serving.base}/sessions`, { headers: { cookie } })).status).toBe(200);
  await serving.stop();
});
