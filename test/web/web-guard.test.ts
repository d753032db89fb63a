import { beforeEach, expect, test } from 'vitest';
import { idOf, runImport, writeSource } from '../app/app-fixture.ts';
import { prompt } from '../importers/support/claude-records.ts';
import { openWebLab, type WebLab } from './web-lab.ts';

const SECRET_OF_THE_STORE = 'Where do the marrows go?';

let lab: WebLab;

beforeEach(async () => {
  lab = openWebLab();
  writeSource(lab.app, [prompt('p1', null, SECRET_OF_THE_STORE)]);
  await runImport(lab.app);
});

const PATHS = ['/', '/sessions', '/sessions/:id', '/nowhere', '/assets/loom.js'];

const pathOf = (path: string): string => `/b4se${path.replace(':id', idOf())}`;

test('whoever has exchanged the token reads', async () => {
  await lab.enter();
  const { status, text } = await lab.visit('/sessions');
  expect(status).toBe(200);
  expect(text).toContain(SECRET_OF_THE_STORE);
});

test('the token lets in once', async () => {
  await lab.enter();
  const second = await lab.ask(`/b4se/enter?token=${lab.token}`);
  expect(second.status).toBe(403);
  expect(second.headers.get('set-cookie')).toBeNull();
});

test.each(['', 'x', 'secret-1-'])('the token %j lets nobody in, and the right one still does', async (token) => {
  expect((await lab.ask(`/b4se/enter?token=${token}`)).status).toBe(403);
  await lab.enter();
  expect((await lab.visit('/sessions')).status).toBe(200);
});

test('a program that only asks for the head of the address does not use the token up', async () => {
  expect((await lab.ask(`/b4se/enter?token=${lab.token}`, { method: 'HEAD' })).status).toBe(403);
  await lab.enter();
  expect((await lab.visit('/sessions')).status).toBe(200);
});

test('the cookie is for this server’s own paths, hidden from scripts and never sent by other sites', async () => {
  const { headers } = await lab.ask(`/b4se/enter?token=${lab.token}`);
  expect(headers.get('set-cookie')).toMatch(/^loom=[^;]+; Path=\/b4se\/; HttpOnly; SameSite=Strict$/);
});

interface Stranger {
  readonly who: string;
  readonly headers: (cookie: string) => Record<string, string>;
  readonly status: number;
}

const STRANGERS: readonly Stranger[] = [
  { who: 'a browser without the cookie', headers: () => ({}), status: 403 },
  { who: 'a browser with another cookie', headers: () => ({ cookie: 'loom=other' }), status: 403 },
  { who: 'a name that leads here', headers: (cookie) => ({ cookie, host: 'loom.evil.test:4711' }), status: 421 },
  { who: 'localhost, which others may serve', headers: (cookie) => ({ cookie, host: 'localhost:4711' }), status: 421 },
  { who: 'another port', headers: (cookie) => ({ cookie, host: '127.0.0.1:80' }), status: 421 },
  { who: 'a page of another site', headers: (cookie) => ({ cookie, 'sec-fetch-site': 'cross-site' }), status: 403 },
  { who: 'a page of another port', headers: (cookie) => ({ cookie, 'sec-fetch-site': 'same-site' }), status: 403 },
  {
    who: 'a page with another origin',
    headers: (cookie) => ({ cookie, origin: 'http://127.0.0.1:3000' }),
    status: 403,
  },
  { who: 'a page without an origin', headers: (cookie) => ({ cookie, origin: 'null' }), status: 403 },
];

test.each(STRANGERS)('$who learns nothing', async ({ headers, status }) => {
  await lab.enter();
  for (const path of PATHS) {
    const refused = await lab.ask(pathOf(path), { headers: headers(lab.cookie()) });
    expect(refused.status).toBe(status);
    expect(refused.text).not.toContain('marrow');
    expect(refused.text).not.toContain('b4se');
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('a link of another page lets in whoever brings the token, and leads nowhere without it', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect((await lab.ask('/b4se/enter?token=x', { headers })).status).toBe(403);
  expect((await lab.ask(`/b4se/enter?token=${lab.token}`, { headers })).status).toBe(200);
  const cookie = { cookie: 'loom=x', ...headers };
  expect((await lab.ask('/b4se/sessions/enter', { headers: cookie })).text).toContain('Another page asked for this.');
});

test('every answer forbids what is not its own: scripts, frames, addresses that tell', async () => {
  await lab.enter();
  for (const path of PATHS) {
    const { headers } = await lab.visit(path.replace(':id', idOf()));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("base-uri 'none'; frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});

test('before anybody has come in, nothing lets in', async () => {
  expect((await lab.ask('/b4se/', { headers: { cookie: 'loom=' } })).status).toBe(403);
  expect((await lab.ask('/')).status).toBe(403);
});
