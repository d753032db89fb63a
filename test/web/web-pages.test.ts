import { beforeEach, expect, test } from 'vitest';
import { eventsOf, idOf, runImport, writeSource } from '../app/app-fixture.ts';
import { answer, base, prompt } from '../importers/support/claude-records.ts';
import { openWebLab, type WebLab } from './web-lab.ts';

let lab: WebLab;
const id = idOf();

const CALL = { type: 'tool_use', id: 'call_7', name: 'Edit', input: { file_path: '/home/ada/seed-shop/beds.ts' } };
const RESULT = { type: 'tool_result', tool_use_id: 'call_7', content: 'rows of leeks' };

beforeEach(async () => {
  lab = openWebLab();
  writeSource(lab.app, [
    prompt('p1', null, 'Where do the marrows go?'),
    answer('a1', 'p1', [CALL]),
    prompt('r1', 'a1', [RESULT]),
    answer('a2', 'r1', 'Behind the shed, 南側.'),
    prompt('p2', 'a2', 'And the leeks?'),
    answer('a3', 'p2', 'Beside them.'),
  ]);
  await runImport(lab.app);
  await lab.enter();
});

const PAGES = [
  ['/', ['Overview: every project', 'beds.ts', 'claude-code']],
  ['/sessions', ['Where do the marrows go?', '1 session of every project']],
  ['/sessions?q=leeks', ['1 session of every project with these words', '<mark>leeks</mark>']],
  ['/sessions?agent=codex', ['No session here.']],
  ['/sessions?since=2026-03-02', ['No session here.']],
  ['/sessions?until=2026-03-01', ['Where do the marrows go?']],
  [
    `/sessions/${id}`,
    ['Behind the shed, 南側.', '<summary>Tool <code>Edit</code> /home/ada/seed-shop/beds.ts', 'rows of leeks'],
  ],
  [`/sessions/${id}?show=compact`, ['Tool <code>Edit</code>']],
  [`/sessions/${id}/timeline`, ['session.started', 'prompt.submitted', 'tool.completed']],
  [`/sessions/${id}/files`, ['/home/ada/seed-shop/beds.ts']],
  [`/sessions/${id}/usage`, ['Tokens in', '<th scope="row">Edit</th>']],
  [`/sessions/${id}/branches`, ['Sessions that came from it']],
  [`/sessions/${id}/resume`, ['baseline-', `loom sessions resume ${id} --exec`]],
  ['/search?q=marrows', ['<mark>marrows</mark>', 'whole']],
  ['/search?q=turnips', ['Nothing in every project has these words.']],
  [`/items/${id}:p1`, ['Where do the marrows go?']],
  [`/items/${id}:call_7`, ['rows of leeks']],
  [`/items/${id}:p1/around`, ['And the leeks?', '0 things before these']],
  [`/compare?a=${id}&b=${id}`, ['Both come from']],
  ['/memory', ['No memory of every project']],
  ['/memory/review', ['Nothing waits for you.']],
] as const;

test.each(PAGES)('%s shows what there is', async (path, words) => {
  const { status, text } = await lab.visit(path);
  expect(status).toBe(200);
  for (const word of words) expect(text).toContain(word);
});

test.each([
  ['/sessions/zzzzzzzz', 404],
  ['/sessions?agent=nobody', 400],
  ['/sessions?since=yesterday', 400],
  ['/items/zzzzzzzz', 404],
  ['/memory/zzzzzzzz', 404],
  ['/undo/01KAAAAAAAAAAAAAAAAAAAAAAA', 404],
  ['/nowhere', 404],
] as const)('%s says what is wrong with status %i', async (path, status) => {
  const answered = await lab.visit(path);
  expect(answered.status).toBe(status);
  expect(answered.text).toContain('role="alert"');
});

test('reading writes nothing', async () => {
  const before = eventsOf(lab.app).length;
  for (const [path] of PAGES) await lab.visit(path);
  for (const action of ['rename', 'archive', 'delete', 'export']) await lab.visit(`/sessions/${id}/${action}`);
  expect(eventsOf(lab.app)).toHaveLength(before);
});

test('long lists are told page by page, and every session stands on one of them', async () => {
  for (let n = 0; n < 120; n += 1) {
    const sessionId = `5eed0000-0000-4000-8000-0000000001${String(n).padStart(2, '0')}`;
    writeSource(
      lab.app,
      [base('user', `u${n}`, null, { sessionId, message: { role: 'user', content: `bed ${n}` } })],
      `${sessionId}.jsonl`,
    );
  }
  await runImport(lab.app);
  const seen = new Set<string>();
  for (const number of [1, 2, 3]) {
    const { text } = await lab.visit(`/sessions?page=${number}`);
    expect(text).toContain(`Page ${number} of 3`);
    for (const [, found] of text.matchAll(/\/sessions\/([0-9a-z]{16})"/g)) seen.add(found ?? '');
  }
  expect(seen.size).toBe(121);
});

test('a long text is cut in its conversation and whole on its own page', async () => {
  const long = `${'leek '.repeat(4000)}the very end`;
  writeSource(lab.app, [prompt('p1', null, long)]);
  await runImport(lab.app);
  const cut = await lab.visit(`/sessions/${id}`);
  expect(cut.text).toContain('All of this message');
  const whole = await lab.visit(`/items/${encodeURIComponent(`${id}:p1`)}`);
  expect(whole.text).toContain('the very end');
});

test('what an address says stays text', async () => {
  const hostile = '"><script>alert(1)</script>\u202e';
  for (const path of [
    '/sessions?q=',
    '/search?q=',
    '/compare?a=',
    '/sessions?project=all&since=',
    '/search?kind=',
    '/?project=',
  ]) {
    const { text } = await lab.visit(`${path}${encodeURIComponent(hostile)}`);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('\u202e');
  }
});

test('all script together is small', async () => {
  const { text, headers } = await lab.visit('/assets/loom.js');
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(Buffer.byteLength(text)).toBeLessThan(30 * 1024);
  expect(() => new Function(text)).not.toThrow();
});
