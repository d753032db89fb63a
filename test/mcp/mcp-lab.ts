/** The built server in a sandbox, driven by the client of the official package or by hand. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type CallToolResult, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { importClaude, listIn, succeed } from '../cli/support/case-answers.ts';
import { programPath, type Sandbox } from '../cli/support/case-sandbox.ts';
import { nativeId, writeSession } from '../cli/support/claude-fixture.ts';
import { until } from '../support/patience.ts';

export interface ConnectOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Folders that the client names as its roots. */
  readonly roots?: readonly string[];
}

/** A connected client of the official package; it is closed when the test ends. */
export async function connect(box: Sandbox, { cwd = box.work, env, roots }: ConnectOptions = {}): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programPath, 'mcp', '--debug'],
    env: { ...box.env, ...env },
    cwd,
    stderr: 'ignore',
  });
  const capabilities = roots === undefined ? {} : { roots: {} };
  const client = new Client({ name: 'claude-code', version: '2.0.0' }, { capabilities });
  if (roots !== undefined) {
    const list = roots.map((root) => ({ uri: pathToFileURL(root).href }));
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: list }));
  }
  onTestFinished(() => client.close());
  await client.connect(transport);
  return client;
}

/** What a tool answered: its structured part, its text, and whether it is an error. */
export interface Answered {
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly isError: boolean;
}

export async function call(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Answered> {
  const result = (await client.callTool({ name, arguments: given })) as CallToolResult;
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { data: result.structuredContent ?? {}, text, isError: result.isError === true };
}

/** The rows of a list in an answer. */
export function rowsOf({ data }: Answered, key: string): readonly Record<string, unknown>[] {
  return data[key] as readonly Record<string, unknown>[];
}

/** Another working folder of the sandbox. */
export function folderOf(box: Sandbox, name: string): string {
  const folder = join(box.root, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Sessions in a folder whose prompts hold these words; answers with their ids. */
export function tellSession(box: Sandbox, n: number, plan: { cwd?: string; prompt: string; answer?: string }): string {
  const { cwd = box.work, prompt, answer } = plan;
  writeSession(join(box.home, '.claude', 'projects', 'work'), {
    sessionId: nativeId(n),
    cwd,
    pairs: 1,
    prompt: () => prompt,
    ...(answer === undefined ? {} : { answer: () => answer }),
  });
  importClaude(box);
  const row = listIn(box, cwd).find((session) => session.nativeId === nativeId(n));
  if (row === undefined) throw new Error(`no session ${n}`);
  return row.id;
}

/** A record that a person accepted. */
export function remember(box: Sandbox, text: string, ...flags: string[]): string {
  const run = succeed(
    box,
    ['memory', 'propose', text, '--accept', '--approved-by', 'Mara', '--evidence', 'said so', '--json', ...flags],
    {},
  );
  return (JSON.parse(run.stdout) as { id: string }).id;
}

/** The server spoken to by hand: whole lines, and everything that it writes. */
export class RawServer {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  out = '';
  err = '';

  constructor(box: Sandbox, args: readonly string[] = [], command: 'mcp' | 'acp' = 'mcp') {
    this.child = spawn(process.execPath, [programPath, command, ...args], { cwd: box.work, env: box.env });
    this.child.stdout?.on('data', (chunk: Buffer) => {
      this.out += chunk.toString('utf8');
    });
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.err += chunk.toString('utf8');
    });
    this.child.stdin?.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      this.child.on('close', (code, signal) => resolve({ code, signal }));
    });
    onTestFinished(() => {
      this.child.kill('SIGKILL');
    });
  }

  send(...lines: readonly (string | Buffer | object)[]): void {
    for (const line of lines) {
      const isRaw = typeof line === 'string' || Buffer.isBuffer(line);
      this.child.stdin?.write(isRaw ? line : JSON.stringify(line));
      this.child.stdin?.write('\n');
    }
  }

  start(): void {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'hand', version: '1' } };
    this.send({ jsonrpc: '2.0', id: 'start', method: 'initialize', params });
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  /** Every line on standard output, parsed; throws on a byte that is no JSON. */
  messages(): readonly Record<string, unknown>[] {
    return this.out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  async answerTo(id: string | number): Promise<Record<string, unknown>> {
    const found = () => this.messages().find((message) => message['id'] === id);
    await until(
      () => found() !== undefined,
      () => `no answer to ${id}: ${this.out}\n${this.err}`,
    );
    return found() ?? {};
  }
}
