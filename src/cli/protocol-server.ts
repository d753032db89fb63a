import { appOptionsOfProcess, type OpenAppOptions } from './composition.ts';
import { writeAnswer, writeNotice } from './output.ts';
import { readOutputMode } from './output-mode.ts';
import { safeLine } from './safe-text.ts';
import { listenForStop } from './stop-request.ts';

/** What a server of a protocol on standard input and output begins with. Standard output has protocol only. */
export interface ProtocolStart {
  /** Folder that it was started in. */
  readonly folder: string;
  /** Options to open the store as if loom had been started in a folder. */
  readonly optionsIn: (folder: string) => OpenAppOptions;
  readonly streams: ProtocolStreams;
}

export interface ProtocolStreams {
  readonly input: NodeJS.ReadStream;
  readonly write: typeof writeAnswer;
  /** A line for a person, on standard error. */
  readonly notice: (line: string) => void;
  /** A fault, shown with its stack under --debug. */
  readonly trace: (error: unknown) => void;
}

/** Reads what `loom mcp` and `loom acp` begin with; `command` stands before each notice. */
export function startProtocol(command: string): ProtocolStart {
  const options = appOptionsOfProcess();
  const isDebug = readOutputMode(process.argv.slice(2)).debug;
  return {
    folder: options.cwd,
    // The name that a shell has for the folder counts for the folder of the start alone.
    optionsIn: (folder) => ({
      ...options,
      cwd: folder,
      env: folder === options.cwd ? options.env : { ...options.env, PWD: folder },
    }),
    streams: {
      input: process.stdin,
      write: writeAnswer,
      notice: (line) => writeNotice(`${command}: ${safeLine(line)}\n`),
      trace: (error) => {
        if (isDebug && error instanceof Error) writeNotice(`${error.stack ?? error.message}\n`);
      },
    },
  };
}

/** Waits until a server has ended by itself or by a signal. */
export async function untilEnded(served: { readonly stop: () => void; readonly ended: Promise<void> }): Promise<void> {
  const stop = listenForStop(served.stop);
  try {
    await served.ended;
  } finally {
    stop.release();
  }
}
