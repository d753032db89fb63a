/** The pages over a store in memory, asked without a socket; cookies and forms are kept as a browser would. */

import { requirePerson } from '../../src/cli/agent-shell-guard.ts';
import { failureOf } from '../../src/cli/failure-report.ts';
import { WEB_WORDS } from '../../src/cli/words/web.ts';
import { Door } from '../../src/web/door.ts';
import type { WebHost } from '../../src/web/web-host.ts';
import { buildSite } from '../../src/web/web-site.ts';
import { openApp, secondProcess, type TestApp } from '../app/app-fixture.ts';
import { nativeTools } from '../app/native-fixture.ts';

const ORIGIN = 'http://127.0.0.1:4711';
const BASE = '/b4se';

const REFERENCES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

/** What a browser sends of the form of a page without being asked. */
export function hiddenFields(page: string): Readonly<Record<string, string>> {
  const fields = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries(
    [...fields].map(([, name, value = '']) => [
      name,
      value.replace(/&(\w+|#\d+);/g, (whole, entity: string) => REFERENCES[entity] ?? whole).replace(/\n/g, '\r\n'),
    ]),
  );
}

/** What came back. */
export interface Visit {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export interface WebLab {
  readonly app: TestApp;
  readonly origin: string;
  readonly base: string;
  readonly token: string;
  /** Asks as some program would, with exactly these headers beside that of the host. */
  readonly ask: (
    path: string,
    init?: { method?: string; headers?: Record<string, string>; body?: string },
  ) => Promise<Visit>;
  /** Exchanges the token; the cookie goes with what `visit` and `send` ask from then on. */
  readonly enter: () => Promise<void>;
  readonly cookie: () => string;
  readonly visit: (path: string) => Promise<Visit>;
  /** Sends the form of this page, filled in; follows where it leads. */
  readonly send: (path: string, fields?: Readonly<Record<string, string>>) => Promise<Visit>;
}

interface LabWish {
  readonly app?: TestApp;
  readonly env?: TestApp['env'];
  /** Opens the store of each request; a store in memory unless given. */
  readonly open?: WebHost['open'] | undefined;
}

function hostOf({ app, env, open }: { readonly app: TestApp; readonly env: TestApp['env'] } & LabWish): WebHost {
  let secrets = 0;
  return {
    version: '9.9.9',
    port: 0,
    secret: () => {
      secrets += 1;
      return `secret-${secrets}-${'x'.repeat(30)}`;
    },
    open: open ?? (async () => ({ ...secondProcess(app), env })),
    scope: async () => ({ all: true }),
    policyGlobs: async () => [],
    readOutside: () => undefined,
    nativeTools: async () => nativeTools(),
    failureOf,
    words: WEB_WORDS,
    requirePerson,
    trace: (error) => {
      throw error;
    },
  };
}

/** A site over a new store. */
export function openWebLab(wish: LabWish = {}): WebLab {
  const app = wish.app ?? openApp();
  const host = hostOf({ app, env: wish.env ?? app.env, open: wish.open });
  const door = new Door(host.secret);
  const site = buildSite({ host, door, base: BASE, origin: () => ORIGIN });
  let cookie = '';
  const ask: WebLab['ask'] = async (path, init = {}) => {
    const headers = { host: '127.0.0.1:4711', ...init.headers };
    const { method = 'GET', body } = init;
    const request = new Request(`${ORIGIN}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    const response = await site.fetch(request);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const visit = (path: string): Promise<Visit> =>
    ask(`${BASE}${path}`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  return {
    app,
    origin: ORIGIN,
    base: BASE,
    token: door.token,
    ask,
    cookie: () => cookie,
    enter: async () => {
      const { headers } = await ask(`${BASE}/enter?token=${door.token}`);
      cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    },
    visit,
    send: async (path, fields = {}) => {
      const { text } = await visit(path);
      const hidden = hiddenFields(text);
      const sent = await ask(`${BASE}${path}`, {
        method: 'POST',
        headers: { cookie, origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...hidden, ...fields }).toString(),
      });
      const next = sent.headers.get('location');
      return next === null ? sent : visit(next.slice(BASE.length));
    },
  };
}
