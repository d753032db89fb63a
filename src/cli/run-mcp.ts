import type { AppContext } from '../app/context.ts';
import type { Actor } from '../events/envelope.ts';
import { openApp } from './composition.ts';
import { readConfigValues } from './config-values.ts';
import { openMcp } from './open-mcp.ts';
import { startProtocol, untilEnded } from './protocol-server.ts';

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
  const { folder, optionsIn, streams } = startProtocol('loom mcp');
  const served = await openMcp({
    version,
    folder,
    open: ({ folder: at, write, agent }) => {
      const actor: Actor = agent === undefined ? { kind: 'mcp' } : { kind: 'mcp', agent };
      return openApp({ ...optionsIn(at), actor, write });
    },
    settings: settingsOf,
    ...streams,
  });
  await untilEnded(served);
}
