import type { AcpHost } from '../acp/acp-host.ts';
import type { ServedAcp } from '../acp/serve-acp.ts';

/** Opens the ACP agent, which no other command loads. */
export async function openAcp(host: AcpHost): Promise<ServedAcp> {
  return (await import('../acp/serve-acp.ts')).serveAcp(host);
}
