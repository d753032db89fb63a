import type { AppContext } from '../app/context.ts';
import type { Actor } from '../events/envelope.ts';
import { appOptionsOfProcess, openApp } from './composition.ts';
import { readConfigValues } from './config-values.ts';
import { openMcp } from './open-mcp.ts';
import { writeAnswer, writeNotice } from './output.ts';
import { readOutputMode } from './output-mode.ts';
import { safeLine } from './safe-text.ts';
import { listenForStop } from './stop-request.ts';

async function settingsOf(app: AppContext) {
  const values = await readConfigValues(app);
  return {
    memoryEnabled: values['memory.enabled'],
    digestTokens: values['digest.tokens'],
    policyGlobs: values['policy.globs'],
  };
}

/** Serves the Model Context Protocol on standard input and output until the client goes away. Standard output has protocol only. */
export async function runMcp(version: string): Promise<void> {
  const options = appOptionsOfProcess();
  const isDebug = readOutputMode(process.argv.slice(2)).debug;
  const served = await openMcp({
    version,
    folder: options.cwd,
    open: ({ folder, write, agent }) => {
      const actor: Actor = agent === undefined ? { kind: 'mcp' } : { kind: 'mcp', agent };
      // The name that a shell has for the folder counts for the folder of the start alone.
      const env = folder === options.cwd ? options.env : { ...options.env, PWD: folder };
      return openApp({ ...options, cwd: folder, env, actor, write });
    },
    settings: settingsOf,
    input: process.stdin,
    write: writeAnswer,
    notice: (line) => writeNotice(`loom mcp: ${safeLine(line)}\n`),
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
