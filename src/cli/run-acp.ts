import { appOptionsOfProcess, openApp } from './composition.ts';
import { openAcp } from './open-acp.ts';
import { writeAnswer, writeNotice } from './output.ts';
import { readOutputMode } from './output-mode.ts';
import { safeLine } from './safe-text.ts';
import { listenForStop } from './stop-request.ts';

/** Serves the Agent Client Protocol on standard input and output until the client goes away. Standard output has protocol only. */
export async function runAcp(version: string): Promise<void> {
  const options = appOptionsOfProcess();
  const isDebug = readOutputMode(process.argv.slice(2)).debug;
  const served = await openAcp({
    version,
    folder: options.cwd,
    open: (folder) => {
      // The name that a shell has for the folder counts for the folder of the start alone.
      const env = folder === options.cwd ? options.env : { ...options.env, PWD: folder };
      return openApp({ ...options, cwd: folder, env, actor: { kind: 'acp' } });
    },
    input: process.stdin,
    write: writeAnswer,
    notice: (line) => writeNotice(`loom acp: ${safeLine(line)}\n`),
    trace: (error) => {
      if (isDebug && error instanceof Error) writeNotice(`${error.stack ?? error.message}\n`);
    },
  });
  const stop = listenForStop(served.stop);
  try {
    await served.ended;
  } finally {
    stop.release();
  }
}
