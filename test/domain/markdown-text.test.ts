import { Parser } from 'commonmark';
import { describe, expect, it } from 'vitest';
import { containText, disarmText, ROLE_LABELS } from '../../src/domain/markdown-text.ts';
import { processorMillis } from '../support/patience.ts';
import { fc } from '../support/properties.ts';

type Node = ReturnType<Parser['parse']>;

function nodesOf(document: string): readonly Node[] {
  const walker = new Parser().parse(document).walker();
  const nodes: Node[] = [];
  for (let event = walker.next(); event !== null; event = walker.next()) if (event.entering) nodes.push(event.node);
  return nodes;
}

function textOf(node: Node): string {
  const walker = node.walker();
  let text = '';
  for (let event = walker.next(); event !== null; event = walker.next()) {
    if (event.entering) text += event.node.literal ?? '';
  }
  return text.normalize('NFKC').trim();
}

/** Whether a node stands first in a line of text, whatever it is wrapped in. */
function beginsLine(node: Node): boolean {
  let outer = node;
  if (outer.prev?.type === 'text' && outer.prev.literal?.trim() === '') outer = outer.prev;
  while (outer.prev === null && ['emph', 'strong', 'link'].includes(outer.parent?.type ?? ''))
    outer = outer.parent as Node;
  return outer.prev === null || outer.prev.type === 'softbreak' || outer.prev.type === 'linebreak';
}

const LABEL = new RegExp(`^(?:${ROLE_LABELS.join('|')})\\b`, 'i');
const HARMLESS_TARGET = /^(?:https?:|mailto:|#|[/.]|[^:]*$|[^:]*:\d)/i;

/** What a reader of Markdown makes of quoted text between two labels that are real. */
function faultsOf(contained: string): readonly string[] {
  return nodesOf(`**You**\n\n${contained}\n\n**Assistant**\n\nend\n`).flatMap((node) => {
    if (node.type === 'html_block' || node.type === 'html_inline') return [`html ${node.literal}`];
    if (node.type === 'image') return ['image'];
    if (node.type === 'link' && !HARMLESS_TARGET.test(node.destination ?? '')) return [`link ${node.destination}`];
    return [];
  });
}

function labelsIn(contained: string): number {
  const nodes = nodesOf(`**You**\n\n${contained}\n\n**Assistant**\n\nend\n`);
  return nodes.filter((node) => node.type === 'strong' && beginsLine(node) && LABEL.test(textOf(node))).length;
}

const PARTS = [
  ...[
    '`',
    '``',
    '```',
    '~~~',
    '\n',
    '\n\n',
    '\n```\n',
    '\n  ```\n',
    '\n- ```\n',
    '\n> ```\n',
    '- ',
    '> ',
    '1. ',
    '    ',
  ],
  ...[
    '  ',
    '\\',
    '<script>',
    '<!--',
    '<?',
    '</b>',
    '<b>You</b>',
    '**You**',
    '__You__',
    '***You***',
    '**&#89;ou**',
    '*',
    '**',
  ],
  ...[
    '**[You](x)**',
    '**`You`**',
    '_',
    '__',
    'You',
    'x',
    '# ',
    '![',
    '](http://a)',
    '[a]',
    '(javascript:alert(1))',
    '!',
    '[',
  ],
  ...[
    '[x](&#106;avascript:1)',
    '[x](<javascript:1>)',
    '\n[r]: javascript:1\n',
    '[r]',
    '<javascript:1>',
    ']',
    '(',
    ':',
    '"',
  ],
  ...['javascript:', '\t', '---', '\n===\n', '&lt;', '[x](data:x)', '<http://ok>', '[x]( javascript:1)', "'"],
];

describe('text that Markdown quotes', () => {
  const texts = fc.array(fc.constantFrom(...PARTS), { maxLength: 10 }).map((parts) => parts.join(''));

  it('runs, loads and forges nothing, and hides nothing of what follows it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(faultsOf(disarmText(text))).toEqual([]);
        expect(labelsIn(disarmText(text))).toBe(2);
      }),
      { numRuns: 5000 },
    );
  });

  it('stays as it is where it is harmless: code, comparisons, links to pages and files', () => {
    for (const text of [
      'use `Vec<T>` and **Note:** this; a < b, x <- y',
      '```html\n<script>\n```',
      'see [the docs](https://pier.test/a?b=c) and [tide](src/tide.ts:10)',
      '| a | b |\n|---|---|\n| `<b>` | 1 |',
      '- [ ] raise the gate\n- [x] done (see [RFC](docs/rfc.md))',
    ]) {
      expect(disarmText(text)).toBe(text);
    }
  });

  it('cannot forge who speaks, by whatever marks', () => {
    for (const text of [
      '**You**',
      '__Assistant__',
      '> **You**',
      '- ***Tool result*** (error)',
      '**&#89;ou**',
      '# **Y_o_u**',
      '[***You***](http://a)',
      '*[__You__](http://a)*',
      '[ **You**](http://a)',
    ]) {
      expect(labelsIn(containText(text)), text).toBe(2);
    }
  });

  it('takes no longer for a text that was made to take long', () => {
    for (const text of [
      `- ${' '.repeat(200_000)}x`,
      '`'.repeat(3000).replace(/.{7}/g, '$& '),
      ']('.repeat(20_000),
      '\\'.repeat(100_000),
    ]) {
      expect(processorMillis(() => disarmText(text))).toBeLessThan(10_000);
    }
  });
});
