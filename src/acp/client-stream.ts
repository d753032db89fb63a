import { type AnyMessage, ndJsonStream, type Stream } from '@agentclientprotocol/sdk';
import { escapeActive } from '../kernel/json-text.ts';
import type { AcpHost } from './acp-host.ts';

/** Longest line that a client may send, in bytes. */
export const MOST_LINE = 4 * 1024 * 1024;

type Fields = Readonly<Record<string, unknown>>;

function isRequest(message: AnyMessage): boolean {
  return 'method' in message && 'id' in message;
}

/** Requests that were read and not answered yet. */
class Unanswered {
  readonly #ids = new Map<unknown, number>();
  #idle: (() => void) | undefined;

  came(message: AnyMessage): void {
    const { id } = message as Fields;
    if (isRequest(message)) this.#ids.set(id, (this.#ids.get(id) ?? 0) + 1);
  }

  answered(message: AnyMessage): void {
    const { id } = message as Fields;
    const count = this.#ids.get(id);
    if ('method' in message || count === undefined) return;
    if (count > 1) this.#ids.set(id, count - 1);
    else this.#ids.delete(id);
    if (this.#ids.size === 0) this.#idle?.();
  }

  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle = resolve;
      if (this.#ids.size === 0) resolve();
    });
  }
}

function inputBytes({ input }: Pick<AcpHost, 'input'>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let ended = false;
      const end = (): void => {
        if (!ended) controller.close();
        ended = true;
      };
      input.on('data', (chunk: Buffer | string) => {
        if (!ended) controller.enqueue(Buffer.from(chunk as Buffer));
      });
      for (const event of ['end', 'close', 'error']) input.on(event, end);
    },
    cancel() {
      input.removeAllListeners('data');
      input.pause();
    },
  });
}

/** A message is JSON: what a screen would act on is escaped, should anyone look. */
function escapedBytes(bytes: Uint8Array): Uint8Array {
  return Buffer.from(escapeActive(Buffer.from(bytes).toString('utf8')), 'utf8');
}

/**
 * The client's stream of messages over lines. When the input ends, every request that came is answered before the connection
 * closes.
 */
export function clientStream(host: Pick<AcpHost, 'input' | 'write'>): Stream {
  const unanswered = new Unanswered();
  const output = new WritableStream<Uint8Array>({ write: (bytes) => host.write(escapedBytes(bytes)) });
  const lines = ndJsonStream(output, inputBytes(host), { maxMessageBytes: MOST_LINE });
  const writer = lines.writable.getWriter();
  const counted = new TransformStream<AnyMessage, AnyMessage>({
    transform(message, controller) {
      unanswered.came(message);
      controller.enqueue(message);
    },
    flush: () => unanswered.settled(),
  });
  return {
    readable: lines.readable.pipeThrough(counted),
    writable: new WritableStream<AnyMessage>({
      async write(message) {
        await writer.write(message);
        unanswered.answered(message);
      },
    }),
  };
}
