import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { LoomError } from '../kernel/loom-error.ts';
import { Door } from './door.ts';
import type { WebHost } from './web-host.ts';
import { buildSite } from './web-site.ts';

const LOOPBACK = '127.0.0.1';

/** Pages that are being served. */
export interface ServedWeb {
  /** With the token: it lets in once. */
  readonly address: string;
  readonly origin: string;
  readonly port: number;
  /** Ends it: connections are closed. */
  readonly stop: () => Promise<void>;
}

function listenError(cause: NodeJS.ErrnoException, port: number): LoomError {
  const hints = ['loom serve'];
  if (cause.code === 'EADDRINUSE') {
    return new LoomError({ kind: 'busy', code: 'port-taken', message: `port ${port} is taken`, hints, cause });
  }
  const message = `the system lets nobody listen on port ${port} (${cause.code})`;
  return new LoomError({ kind: 'unsafe', code: 'port-refused', message, hints, cause });
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port)));
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => resolve());
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** The beginning of all paths: the same for one store, so that addresses stay good, and unknown to whoever has not read it. */
async function baseOf(host: WebHost): Promise<string> {
  const app = await host.open({ write: false });
  try {
    app.readModel.catchUp();
    return `/${app.keyedDigest('loom serve').slice(0, 12)}`;
  } finally {
    app.readModel.close();
  }
}

/** Serves pages on the loopback interface alone. Throws LoomError for a port that cannot be had, and for a store that cannot be read. */
export async function serveWeb(host: WebHost): Promise<ServedWeb> {
  const door = new Door(host.secret);
  const bound = { origin: '' };
  const base = await baseOf(host);
  const site = { host, door, base, origin: () => bound.origin };
  const server = createAdaptorServer({ fetch: buildSite(site).fetch, hostname: LOOPBACK }) as Server;
  await listen(server, host.port);
  const { port } = server.address() as AddressInfo;
  bound.origin = `http://${LOOPBACK}:${port}`;
  return {
    address: `${bound.origin}${base}/enter?token=${door.token}`,
    origin: bound.origin,
    port,
    stop: () => close(server),
  };
}
