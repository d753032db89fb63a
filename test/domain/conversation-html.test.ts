import { expect, test } from 'vitest';
import { renderHtml, renderHtmlMessages } from '../../src/domain/conversation-html.ts';
import type { ExportMode } from '../../src/domain/conversation-markdown.ts';
import { HTML_PAGE_END, htmlPageStart } from '../../src/domain/html-page.ts';
import type { SessionView } from '../../src/domain/session-view.ts';
import { fc } from '../support/properties.ts';
import { call, conversationOf, done, type Line } from './conversation-fixture.ts';

const VIEW = {
  id: 'g4rd3nq2x4v8t1c5',
  agent: 'claude-code',
  nativeId: 'bed-7',
  project: null,
  title: 'Where do the beans go?',
  startedAt: null,
  updatedAt: null,
  models: [],
} as unknown as SessionView;

function render(lines: readonly Line[], mode: ExportMode = 'full', view = VIEW): string {
  return [...renderHtml(view, conversationOf(lines), mode)].join('');
}

const say = (says: string, kind: Line['kind'] = 'prompt'): Line => ({ id: 'm1', kind, says });

/** Elements the renderer makes. Whatever else looks like one came from outside. */
const TAG =
  /<\/?(?:article|h1|dl|dt|dd|section|header|b|span|time|div|details|summary|code|pre|a)(?: [a-z-]+="[^"<>]*")*>/g;

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</pre></code></details></article></body><iframe src=//evil.test>',
  '<!-- ',
  '</style><style>*{display:none}',
  '```"><svg/onload=alert(1)>\ncode\n```',
  '[here](javascript:alert(1)) javascript:alert(1) data:text/html,<b>x',
  'https://good.test/"onclick="alert(1)',
  '&lt;script&gt; &#60;script&#62;',
];

test.each(HOSTILE)('%j stays text wherever it stands', (text) => {
  const page = render(
    [
      say(text),
      {
        id: 'm2',
        kind: 'answer',
        content: [{ type: 'thinking', text }, { type: 'text', text }, call('c1', text, { command: text })],
      },
      { id: 'm3', kind: 'toolResult', content: [done('c1', text, true)] },
      { id: 'm4', kind: 'meta', says: text },
      { id: 'm5', kind: 'summary', content: [{ type: 'file', name: text }] },
    ],
    'full',
    { ...VIEW, title: text, models: [text] } as SessionView,
  );
  expect(page.replace(TAG, '')).not.toMatch(/[<>]/);
  for (const [, address] of page.matchAll(/ href="([^"]*)"/g)) expect(address).toMatch(/^https?:\/\/[\w./]+$/);
  expect(page).not.toMatch(/<[^>]* on\w+=/);
});

test('no text whatsoever makes an element', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('<', '"', '```', '~~~', 'http://a', "'", '&'),
      (text, mark) => {
        const page = render([
          say(`${mark}${text}${mark}`),
          { id: 'm2', kind: 'answer', content: [call('c', `${mark}${text}`, text)] },
        ]);
        expect(page.replace(TAG, '')).not.toMatch(/[<>]/);
      },
    ),
  );
});

test('what turns or hides text is shown, and wide text stays as it is', () => {
  const page = render([say('a\u202Eb\u0000c\u200Bd \uD800 日本語 👩\u200D🌾')]);
  expect(page).toContain('a&lt;U+202E&gt;b␀c&lt;U+200B&gt;d &lt;U+D800&gt; 日本語 👩\u200D🌾');
});

test('fenced code is a block, an open fence ends with its text, and addresses of the web are links', () => {
  const page = render([say('see https://beans.test/a?b=1&c=2.\n```ts\nplant(<Bean/>)\n```\nthen\n~~~\nopen')]);
  expect(page).toContain(
    '<a href="https://beans.test/a?b=1&amp;c=2" rel="noreferrer noopener nofollow">https://beans.test/a?b=1&amp;c=2</a>.',
  );
  expect(page).toContain('<pre dir="auto" data-language="ts"><code>plant(&lt;Bean/&gt;)</code></pre>');
  expect(page).toContain('<pre dir="auto"><code>open</code></pre>');
});

const ROUND: readonly Line[] = [
  say('Look at the beds'),
  {
    id: 'm2',
    kind: 'answer',
    content: [{ type: 'thinking', text: 'hm' }, call('c1', 'Read', { file_path: 'beds.ts' })],
  },
  { id: 'm3', kind: 'toolResult', content: [done('c1', 'rows of beans')] },
  { id: 'm4', kind: 'answer', says: 'Two beds are free' },
];

test('compact has a line per tool call, redacted what tools said, full what was thought', () => {
  const [compact, redacted, full] = (['compact', 'redacted', 'full'] as const).map((mode) => render(ROUND, mode));
  expect(compact).toContain('Tool <code>Read</code> beds.ts');
  expect(compact).not.toMatch(/<details|rows of beans/);
  expect(redacted).toMatch(
    /<details><summary>Tool <code>Read<\/code> beds\.ts<\/summary>[^§]*rows of beans.*<\/details>/,
  );
  expect(redacted?.split('rows of beans')).toHaveLength(2);
  expect(redacted).not.toContain('hm');
  expect(full).toContain('<summary>Thinking</summary>');
  for (const page of [compact, redacted, full]) expect(page).toContain('Two beds are free');
});

test('a call says that it failed or that nothing came back, and a result without its call stands alone', () => {
  const page = render([
    { id: 'm1', kind: 'answer', content: [call('c1', 'Read', {}), call('c2', 'Dig', {})] },
    { id: 'm2', kind: 'toolResult', content: [done('c1', 'too dark', true), done('c9', 'a spade')] },
  ]);
  expect(page).toContain('<details class="error"><summary>Tool <code>Read</code> (failed)</summary>');
  expect(page).toContain('<summary>Tool <code>Dig</code> (no result)</summary>');
  expect(page).toContain('<details><summary>Tool result</summary><pre dir="auto"><code>a spade</code></pre></details>');
});

test('long texts are cut where a page says so, with the way to all of them', () => {
  const messages = conversationOf([
    say(`${'bean '.repeat(40)}end`),
    { id: 'm2', kind: 'answer', says: 'short' },
  ]).messages;
  const shape = {
    mode: 'full',
    most: 60,
    wholeAt: ({ id }: { id: string }) => `/whole/${id}`,
    results: new Map(),
  } as const;
  const [long = '', short = ''] = renderHtmlMessages(messages, shape);
  expect(long).toContain('<a href="/whole/m1">All of this message</a>');
  expect(long).not.toContain('end');
  expect(long).toContain('<section class="prompt" id="m-m1">');
  expect(short).not.toContain('/whole');
});

test('the page loads nothing, runs nothing and sends nothing', () => {
  const page = `${htmlPageStart('</title><script>')}${render(ROUND)}${HTML_PAGE_END}`;
  expect(page).toContain(
    "content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\"",
  );
  expect(page).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>');
  expect(page).not.toMatch(/<script|<link|<img|<iframe|\ssrc=|@import|url\(/);
  expect(page).toContain('prefers-color-scheme:dark');
});
