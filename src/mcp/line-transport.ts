import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { printJson } from '../kernel/json-text.ts';
import { LineCutter } from '../kernel/line-cutter.ts';
import type { McpHost } from './mcp-host.ts';

/** Longest line that a client may send, in bytes. */
export const MOST_LINE = 1024 * 1024;

const INVALID_REQUEST = -32_600;

type Id = string | number;
type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function idOf({ id }: Fields): Id | undefined {
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as Id) : undefined;
}

/** Undefined for what is no JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * JSON-RPC, one message a line. What is no message is left out and told on stderr; a broken request that carries an id gets an
 * error back. When the input ends, every request that came is answered before the connection closes.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #host: Pick<McpHost, 'input' | 'write' | 'notice'>;
  readonly #waiting = new Set<Id>();
  readonly #lines: LineCutter;
  #ended = false;
  #closed = false;

  constructor(host: Pick<McpHost, 'input' | 'write' | 'notice'>) {
    this.#host = host;
    const passedOver = (length: number) => host.notice(`a message of ${length} bytes is left out: too long`);
    this.#lines = new LineCutter({ most: MOST_LINE, passedOver });
  }

  async start(): Promise<void> {
    const { input } = this.#host;
    input.on('data', (chunk: Buffer | string) => this.#take(Buffer.from(chunk as Buffer)));
    input.on('end', () => this.#end());
    input.on('close', () => this.#end());
    input.on('error', () => this.#end());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return;
    try {
      this.#host.write(`${printJson(message)}\n`);
    } catch {
      // Nobody reads any more.
      await this.close();
      return;
    }
    const { id, method } = fieldsOf(message);
    if (method === undefined) this.#settle(id);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#host.input.removeAllListeners('data');
    this.#host.input.pause();
    this.onclose?.();
  }

  #end(): void {
    this.#ended = true;
    if (this.#waiting.size === 0) void this.close();
  }

  #settle(id: unknown): void {
    this.#waiting.delete(id as Id);
    if (this.#ended && this.#waiting.size === 0) void this.close();
  }

  #take(chunk: Buffer): void {
    for (const line of this.#lines.take(chunk)) if (line.trim() !== '') this.#message(line);
  }

  #message(text: string): void {
    const value = parsedJson(text);
    const parsed = JSONRPCMessageSchema.safeParse(value);
    if (parsed.success) {
      this.#note(fieldsOf(parsed.data));
      this.onmessage?.(parsed.data);
    } else this.#refuse(fieldsOf(value));
  }

  #note(message: Fields): void {
    const { method } = message;
    const id = idOf(message);
    if (method !== undefined && id !== undefined) this.#waiting.add(id);
    // A request that was taken back gets no answer.
    if (method === 'notifications/cancelled') this.#settle(fieldsOf(message['params'])['requestId']);
  }

  #refuse(message: Fields): void {
    this.#host.notice('a line that is no message of the protocol is left out');
    const id = idOf(message);
    if (id === undefined || message['method'] === undefined) return;
    const error = { code: INVALID_REQUEST, message: 'Invalid Request' };
    void this.send({ jsonrpc: '2.0', id, error });
  }
}
