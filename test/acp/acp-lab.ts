/** The built program in a sandbox, driven by the client of the official package or by hand. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import {
  type ClientConnection,
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { onTestFinished } from 'vitest';
import { programPath, type Sandbox } from '../cli/support/case-sandbox.ts';

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Spawned {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Starts `loom acp` with these arguments; it is killed when the test ends. */
export function startAcp(
  box: Sandbox,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Spawned {
  const child = spawn(process.execPath, [programPath, 'acp', ...args], {
    cwd: box.work,
    env: { ...box.env, LOOM_CAPTURE_SYNC: 'false', ...env },
  });
  child.stdin.on('error', () => undefined);
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return { child, ended };
}

export interface Editor extends Spawned {
  readonly agent: ClientConnection['agent'];
  /** What the agent told of sessions, in order. */
  readonly updates: readonly { readonly sessionId: string; readonly update: SessionUpdate }[];
  readonly asked: readonly string[];
  readonly close: () => Promise<Ended>;
}

interface EditorOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What it answers when the agent asks for permission. */
  readonly permit?: () => RequestPermissionResponse;
}

/** A client of the official package that began to speak. */
export async function openEditor(box: Sandbox, { args, env, permit }: EditorOptions = {}): Promise<Editor> {
  const { child, ended } = startAcp(box, args, env);
  const updates: { sessionId: string; update: SessionUpdate }[] = [];
  const asked: string[] = [];
  const { stdin, stdout } = child as ChildProcess & { stdin: Writable; stdout: Readable };
  const stream = ndJsonStream(
    Writable.toWeb(stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(stdout) as ReadableStream<Uint8Array>,
  );
  const connection = client({ name: 'editor' })
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params);
    })
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      asked.push(params.toolCall.toolCallId);
      return permit?.() ?? { outcome: { outcome: 'cancelled' } };
    })
    .connect(stream);
  const { agent } = connection;
  await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: 'editor', version: '1.0.0' },
    clientCapabilities: {},
  });
  const close = () => {
    stdin.end();
    return ended;
  };
  return { child, ended, agent, updates, asked, close };
}
