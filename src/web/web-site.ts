import type { Context } from 'hono';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { setCookie } from 'hono/cookie';
import type { AppContext } from '../app/context.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { failurePage, statusOf } from './failure-page.ts';
import { framePage } from './frame.ts';
import { COOKIE, headers, knownBrowsers, ownRequests, refuse } from './guard.ts';
import type { PageAnswer, PageCall, PageRoute, WebSite } from './page.ts';
import { scopeOfRequest } from './page-scope.ts';
import { ROUTES } from './routes.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** Most bytes of a form. */
const MOST_FORM = 64 * 1024;

/** Runs one request after the other: what a store does in one process must not meet itself. */
function inTurn(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const answer = last.then(task, task);
    last = answer.catch(() => undefined);
    return answer;
  };
}

function linkOf({ base }: WebSite): (path: string) => string {
  return (path) => `${base}${path}`;
}

/** The page that the token leads to. A page of this origin goes on, so that the cookie counts wherever the address was clicked. */
function entrance(site: WebSite): string {
  const link = linkOf(site)('/');
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>loom</title><meta http-equiv="refresh" content="0;url=${link}"></head><body><main><h1>loom</h1><p><a href="${link}">Go on</a></p></main></body></html>\n`;
}

interface Asked {
  readonly c: Context;
  readonly form: URLSearchParams;
}

async function callOf(site: WebSite, app: AppContext, { c, form }: Asked): Promise<PageCall> {
  const query = new URL(c.req.url).searchParams;
  const project = query.get('project') ?? '';
  return {
    app,
    host: site.host,
    path: (name) => c.req.param(name) ?? '',
    query,
    form,
    formToken: site.door.formToken,
    scope: await scopeOfRequest(app, site.host, project),
    project,
    link: linkOf(site),
  };
}

/** Opens the store as it is now, answers, and closes it: a store that was made or moved on meanwhile is seen. */
async function answerOf(site: WebSite, route: PageRoute, asked: Asked): Promise<PageAnswer> {
  const app = await site.host.open({ write: route.write === true });
  try {
    app.readModel.catchUp();
    return await route.answer(await callOf(site, app, asked));
  } finally {
    app.readModel.close();
  }
}

function pathOf({ base }: WebSite, c: Context): string {
  return c.req.path.slice(base.length) || '/';
}

function respond(site: WebSite, c: Context, answer: PageAnswer): Response {
  if (answer.kind === 'done') {
    site.door.tell(answer.told);
    return c.redirect(linkOf(site)(answer.next), 303);
  }
  if (answer.kind === 'file') {
    c.header('content-disposition', `attachment; filename="${answer.name}"`);
    return c.body(answer.body, 200, { 'content-type': 'text/html; charset=utf-8' });
  }
  const { title, body, status = 200 } = answer;
  const project = new URL(c.req.url).searchParams.get('project') ?? '';
  const { version } = site.host;
  const frame = { title, path: pathOf(site, c), told: site.door.hear(), project, version, link: linkOf(site) };
  return c.html(framePage(frame, body), status);
}

function respondFailure(site: WebSite, c: Context, error: unknown): Response {
  const failure = site.host.failureOf(error);
  if (failure.kind === 'bug') site.host.trace(error);
  const { title, body } = failurePage(failure);
  const { version } = site.host;
  const frame = { title, path: pathOf(site, c), told: null, project: '', version, link: linkOf(site) };
  return c.html(framePage(frame, body), statusOf(failure));
}

async function formOf(c: Context): Promise<URLSearchParams> {
  return c.req.method === 'POST' ? new URLSearchParams(await c.req.text()) : new URLSearchParams();
}

function addRoutes(site: WebSite, pages: Hono): void {
  const run = inTurn();
  for (const route of ROUTES) {
    pages.on(route.method, route.path, async (c) => {
      const form = await formOf(c);
      if (route.method === 'POST' && !site.door.isOwnForm(form.get('token'))) return refuse('form');
      try {
        return respond(site, c, await run(() => answerOf(site, route, { c, form })));
      } catch (error) {
        return respondFailure(site, c, error);
      }
    });
  }
}

function unknownPage(site: WebSite, c: Context): Response {
  const message = 'There is no such page.';
  return respondFailure(site, c, new LoomError({ kind: 'not-found', code: 'page-not-found', message }));
}

/** Everything that is served: the entrance, what pages look like, and the pages. Whatever is not known here is told nothing. */
export function buildSite(site: WebSite): Hono {
  const pages = new Hono({ strict: false });
  pages.use('*', knownBrowsers(site));
  pages.use('*', bodyLimit({ maxSize: MOST_FORM, onError: () => refuse('form') }));
  pages.get('/assets/loom.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }));
  pages.get('/assets/loom.js', (c) => c.body(SCRIPT, 200, { 'content-type': 'text/javascript; charset=utf-8' }));
  addRoutes(site, pages);
  pages.all('*', (c) => unknownPage(site, c));
  const whole = new Hono({ strict: false });
  whole.use('*', headers, async (c, next) => {
    await next();
    c.res.headers.set('cache-control', 'no-store');
  });
  whole.use('*', ownRequests(site));
  whole.get(`${site.base}/enter`, (c) => {
    // Programs that look at links ask for their heads; that is nobody who comes in.
    const cookie = c.req.method === 'GET' ? site.door.exchange(c.req.query('token') ?? '') : null;
    if (cookie === null) return refuse('closed');
    setCookie(c, COOKIE, cookie, { httpOnly: true, sameSite: 'Strict', path: `${site.base}/` });
    return c.html(entrance(site));
  });
  whole.route(site.base, pages);
  whole.notFound(() => refuse('closed'));
  return whole;
}
