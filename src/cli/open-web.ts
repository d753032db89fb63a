import type { ServedWeb } from '../web/serve-web.ts';
import type { WebHost } from '../web/web-host.ts';

/** Opens the pages, which no other command loads. */
export async function openWeb(host: WebHost): Promise<ServedWeb> {
  return (await import('../web/serve-web.ts')).serveWeb(host);
}
