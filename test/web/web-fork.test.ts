/** Forks that are made on a page. */
import { beforeEach, expect, test } from 'vitest';
import { showSession } from '../../src/app/show-session.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { eventsOf, idOf, runImport, writeSource } from '../app/app-fixture.ts';
import { useAgents } from '../app/native-fixture.ts';
import { exchange } from '../importers/support/claude-records.ts';
import { openWebLab, type WebLab } from './web-lab.ts';

let lab: WebLab;
const id = idOf();

beforeEach(async () => {
  lab = openWebLab();
  useAgents(lab.app);
  writeSource(lab.app, exchange(3));
  await runImport(lab.app);
  await lab.enter();
});

/** The session that was made last. */
function madeLast(): SessionId {
  lab.app.readModel.catchUp();
  return eventsOf(lab.app, 'session.forked').at(-1)?.stream.slice('session:'.length) as SessionId;
}

const prompts = (session: SessionId) => showSession(lab.app, session).turns.map(({ prompt }) => prompt);
const undoOf = (text: string): string => /href="\/b4se(\/undo\/[0-9A-Z]+)">Undo/.exec(text)?.[1] ?? '';

test('below each turn stands the way to a fork that ends with it, however much of the turn is shown', async () => {
  for (const show of ['compact', 'redacted', 'full']) {
    const { text } = await lab.visit(`/sessions/${id}?show=${show}`);
    const ends = [...text.matchAll(/fork\?at=turn%3A(\d)"/g)].map(([, turn]) => turn);
    expect(ends).toEqual(['1', '2', '3']);
    const [first = ''] = text.split('fork?at=turn%3A1"');
    expect(first).toContain('Sow bed 0');
    expect(first.slice(first.indexOf('<article'))).not.toContain('Sow bed 1');
  }
});

test('a fork is asked about first: what it is called, what it holds, and nothing is written by asking', async () => {
  const before = eventsOf(lab.app).length;
  const { text } = await lab.visit(`/sessions/${id}/fork?at=turn:2`);
  expect(text).toContain('named <b>Sow bed 0 (fork)</b>');
  expect(text).toContain('turns 1 to 2 of 3');
  expect(text).toContain('Nothing is approved in it');
  expect(eventsOf(lab.app)).toHaveLength(before);
});

test('the answer is the fork itself, with the command that goes on with it, its parent, and undo', async () => {
  const { text } = await lab.send(`/sessions/${id}/fork?at=turn:2`, { reason: 'other beds' });
  const fork = madeLast();
  expect(prompts(fork)).toEqual(prompts(id).slice(0, 2));
  expect(eventsOf(lab.app, 'session.forked')[0]?.data).toMatchObject({ reason: 'other beds' });
  expect(text).toContain('<h1 dir="auto">Sow bed 0 (fork)</h1>');
  expect(text).toMatch(new RegExp(`<code>loom sessions resume ${fork}(?: --print)?</code>`));
  expect(text).toContain(`href="/b4se/sessions/${id}">fork of`);
  const undone = await lab.send(undoOf(text));
  expect(undone.text).toContain('This session is deleted.');
  expect(lab.app.readModel.view(id)?.deleted).toBe(false);
});

test('the whole of a session is forked where no turn is named', async () => {
  expect((await lab.visit(`/sessions/${id}`)).text).toContain(`/sessions/${id}/fork">Fork</a>`);
  expect((await lab.send(`/sessions/${id}/fork`)).text).toContain('all 3 turns');
  expect(prompts(madeLast())).toEqual(prompts(id));
});

test('a secret in the reason is redacted before it is kept', async () => {
  await lab.send(`/sessions/${id}/fork`, { reason: `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}` });
  expect(eventsOf(lab.app, 'session.forked')[0]?.data).toMatchObject({ reason: expect.stringContaining('[redacted:') });
});

test.each([
  ['turn:9', 'there is no turn 9'],
  ['nowhere', 'no message or tool call'],
])('what the command refuses is refused: no end at %s', async (at, words) => {
  for (const { status, text } of [
    await lab.visit(`/sessions/${id}/fork?at=${at}`),
    await lab.ask(`/b4se/sessions/${id}/fork?at=${at}`, {
      method: 'POST',
      headers: { cookie: lab.cookie(), origin: lab.origin },
      body: new URLSearchParams({
        token: /name="token" value="([^"]+)"/.exec((await lab.visit(`/sessions/${id}/fork`)).text)?.[1] ?? '',
      }).toString(),
    }),
  ]) {
    expect(status).toBe(404);
    expect(text).toContain(words);
  }
  expect(eventsOf(lab.app, 'session.forked')).toEqual([]);
});

test('a deleted session is not forked, and does not offer it', async () => {
  await lab.send(`/sessions/${id}/delete`);
  expect((await lab.visit(`/sessions/${id}`)).text).not.toContain('/fork');
  expect((await lab.visit(`/sessions/${id}/fork`)).status).toBe(404);
});

test('a fork without the token of its form is refused and makes nothing', async () => {
  const headers = { cookie: lab.cookie(), origin: lab.origin };
  expect((await lab.ask(`/b4se/sessions/${id}/fork`, { method: 'POST', headers, body: '' })).status).toBe(403);
  expect(eventsOf(lab.app, 'session.forked')).toEqual([]);
});
