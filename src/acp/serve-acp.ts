import { randomUUID } from 'node:crypto';
import {
  type AgentConnection,
  type AgentContext,
  agent,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import type { AppContext } from '../app/context.ts';
import { findSession } from '../app/find-session.ts';
import { currentPlace } from '../app/project-current.ts';
import { isSessionOf } from '../app/session-reach.ts';
import type { SessionView } from '../domain/session-view.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AcpHost } from './acp-host.ts';
import { clientStream } from './client-stream.ts';
import { requestError } from './request-error.ts';
import { listForClient } from './session-listing.ts';
import { replaySession } from './session-replay.ts';

const REQUEST_CANCELLED = -32_800;

/** The same words whether there is no such session or it is another project's. */
function notHere(handle: string): LoomError {
  return new LoomError({
    kind: 'not-found',
    code: 'not-in-project',
    message: `no session in this project is named ${handle.slice(0, 100)}`,
    hints: ['session/list names those that there are'],
  });
}

function requireSession(app: AppContext, handle: string): SessionView {
  app.readModel.catchUp();
  const { project } = currentPlace(app);
  try {
    const view = findSession(app, handle, { all: false, project });
    if (isSessionOf(app, view.id, project)) return view;
  } catch (error) {
    // The words for people name candidates of other projects.
    if (!(error instanceof LoomError) || error.kind !== 'not-found') throw error;
  }
  throw notHere(handle);
}

/** loom runs no agent. */
function noAgent(handle: string): LoomError {
  const command = /^[A-Za-z0-9_-]{1,64}$/.test(handle) ? `loom sessions resume ${handle}` : 'loom sessions resume';
  return new LoomError({
    kind: 'refused',
    code: 'no-agent-behind',
    message: 'loom shows what agents did and runs none: nothing answers prompts here',
    hints: [`go on with this session in a terminal: ${command}`, 'put loom before an agent: loom acp -- COMMAND'],
  });
}

/** Requests, one after the other: what a store does in one process must not meet itself. */
class StoreRequests {
  readonly #host: AcpHost;
  #last: Promise<unknown> = Promise.resolve();

  constructor(host: AcpHost) {
    this.#host = host;
  }

  /** Answers from the store as it is now; it is closed before the answer is used. */
  ask<T>(folder: string, read: (app: AppContext) => T): Promise<T> {
    const answer = this.#last.then(() => this.#read(folder, read));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #read<T>(folder: string, read: (app: AppContext) => T): Promise<T> {
    try {
      if (!isAbsolutePath(folder)) throw relativeFolder();
      const app = await this.#host.open(folder);
      try {
        return read(app);
      } finally {
        app.readModel.close();
      }
    } catch (error) {
      throw requestError(this.#host, error);
    }
  }
}

function isAbsolutePath(folder: string): boolean {
  return folder.startsWith('/') || /^(?:[A-Za-z]:[\\/]|\\\\)/.test(folder);
}

function relativeFolder(): LoomError {
  return new LoomError({ kind: 'usage', code: 'relative-folder', message: 'cwd has to be an absolute path' });
}

async function sendUpdates(
  client: AgentContext,
  { sessionId, signal, updates }: { sessionId: string; signal: AbortSignal; updates: Iterable<SessionUpdate> },
): Promise<void> {
  for (const update of updates) {
    if (signal.aborted) throw new RequestError(REQUEST_CANCELLED, 'Request cancelled');
    await client.notify(methods.client.session.update, { sessionId, update });
  }
}

function connectAgent(host: AcpHost): AgentConnection {
  const store = new StoreRequests(host);
  return agent({ name: 'loom' })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: 'loom', title: 'loom: history of agents', version: host.version },
      agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, resume: {} } },
      authMethods: [],
    }))
    .onRequest(methods.agent.session.list, ({ params }) => {
      const folder = params.cwd ?? host.folder;
      return store.ask(folder, (app) => listForClient(app, { folder, cursor: params.cursor }));
    })
    .onRequest(methods.agent.session.load, async ({ params, client, signal }) => {
      const { sessionId, cwd } = params;
      const updates = await store.ask(cwd, (app) => replaySession(app, requireSession(app, sessionId)));
      await sendUpdates(client, { sessionId, signal, updates });
      return {};
    })
    .onRequest(methods.agent.session.resume, async ({ params }) => {
      await store.ask(params.cwd, (app) => requireSession(app, params.sessionId));
      return {};
    })
    .onRequest(methods.agent.session.new, () => ({ sessionId: randomUUID() }))
    .onRequest(methods.agent.session.prompt, ({ params }) => {
      throw requestError(host, noAgent(params.sessionId));
    })
    .onNotification(methods.agent.session.cancel, () => undefined)
    .connect(clientStream(host));
}

/** An agent that was connected to its client. */
export interface ServedAcp {
  /** Resolves when the client is gone. */
  readonly ended: Promise<void>;
  readonly stop: () => void;
}

/** Offers the sessions of projects to one client of the Agent Client Protocol until it goes away. Writes nothing but protocol. */
export function serveAcp(host: AcpHost): ServedAcp {
  const connection = connectAgent(host);
  return { ended: connection.closed, stop: () => connection.close() };
}
