import type { McpHost } from '../mcp/mcp-host.ts';
import type { ServedMcp } from '../mcp/serve-mcp.ts';

/** Opens the MCP server, which no other command loads. */
export async function openMcp(host: McpHost): Promise<ServedMcp> {
  return (await import('../mcp/serve-mcp.ts')).serveMcp(host);
}
