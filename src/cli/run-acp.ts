import { openApp } from './composition.ts';
import { openAcp } from './open-acp.ts';
import { startProtocol, untilEnded } from './protocol-server.ts';

/** Serves the Agent Client Protocol on standard input and output until the client goes away. Standard output has protocol only. */
export async function runAcp(version: string): Promise<void> {
  const { folder, optionsIn, streams } = startProtocol('loom acp');
  const open = (at: string) => openApp({ ...optionsIn(at), actor: { kind: 'acp' } });
  await untilEnded(await openAcp({ version, folder, open, ...streams }));
}
