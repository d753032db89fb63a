import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { McpHost } from './mcp-host.ts';

/** Roots of a client that are looked at. */
const MOST_ROOTS = 16;
/** How long a client may take to name its roots. */
const ROOTS_MILLIS = 3000;

function folderOf(uri: string): readonly string[] {
  try {
    return uri.startsWith('file:') ? [fileURLToPath(uri)] : [];
  } catch {
    return [];
  }
}

/** The folders that a client works in: its roots, else the folder in which this process was started. At least one. */
export class ClientFolders {
  readonly #server: Server;
  readonly #host: Pick<McpHost, 'folder' | 'notice'>;
  #asked: Promise<readonly string[]> | undefined;

  constructor(server: Server, host: Pick<McpHost, 'folder' | 'notice'>) {
    this.#server = server;
    this.#host = host;
    server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
      this.#asked = undefined;
    });
  }

  list(): Promise<readonly string[]> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  async #ask(): Promise<readonly string[]> {
    const started = [this.#host.folder];
    if (this.#server.getClientCapabilities()?.roots === undefined) return started;
    try {
      const { roots } = await this.#server.listRoots(undefined, { timeout: ROOTS_MILLIS });
      const folders = roots.slice(0, MOST_ROOTS).flatMap(({ uri }) => folderOf(uri));
      return folders.length === 0 ? started : folders;
    } catch {
      this.#host.notice('the client did not name its roots; the folder of the start is meant');
      return started;
    }
  }
}
