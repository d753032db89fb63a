import { expect, it } from 'vitest';
import { displayWidth } from '../../src/text/display-width.ts';
import { keysLine, messageLine, searchLine, titleLine } from '../../src/ui/frame-lines.ts';
import { fitLine, memoryLine, type ScreenLine, sessionLine } from '../../src/ui/row-lines.ts';
import { wrapLine, wrapPane } from '../../src/ui/wrap-pane.ts';
import { fc } from '../support/properties.ts';
import { memoryRow, sessionRow } from './fake-host.ts';
import { play, screenWith } from './keys-of.ts';

const HOSTILE = '\u001b[31mred\u001b[2J \u202edesrever\u0007\r\n\t你好 שלום 👨‍👩‍👧‍👦 é\u200b';

function widthOf(line: ScreenLine): number {
  return displayWidth(line.map(({ text }) => text).join(''));
}

const widths = fc.integer({ min: 20, max: 300 });
const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant(HOSTILE), fc.string({ unit: 'binary' }));

it('makes every row exactly as wide as its box, whatever is in it', () => {
  fc.assert(
    fc.property(texts, widths, fc.boolean(), (text, width, chosen) => {
      const style = { width, chosen, everyProject: true };
      const row = sessionRow(1, { title: text, agent: text, project: text, snippet: text, archived: true });
      expect(widthOf(sessionLine(row, style))).toBe(width);
      expect(widthOf(memoryLine(memoryRow(1, { text, source: text }), style))).toBe(width);
      expect(displayWidth(fitLine(text, width))).toBe(width);
    }),
  );
});

it('makes the lines around the lists exactly as wide as the screen', () => {
  fc.assert(
    fc.property(texts, widths, (text, columns) => {
      const state = { ...screenWith(3, {}, { columns, rows: 20 }), message: { text, ok: false } };
      const typing = play(state, 'n', text).state;
      for (const line of [titleLine, searchLine, messageLine, keysLine]) {
        expect(widthOf(line(state, columns))).toBe(columns);
        expect(widthOf(line({ ...typing, words: text, focus: 'search' }, columns))).toBe(columns);
      }
    }),
  );
});

it('lets no control, bidi or hidden character through', () => {
  const row = sessionRow(1, { title: HOSTILE, snippet: HOSTILE });
  const shown = sessionLine(row, { width: 200, chosen: false, everyProject: false })
    .map(({ text }) => text)
    .join('');
  expect(shown).not.toMatch(/[\p{Cc}\u202e\u200b]/u);
  expect(
    wrapPane([{ text: HOSTILE }], 40)
      .map(({ text }) => text)
      .join(''),
  ).not.toMatch(/[\p{Cc}\u202e\u200b]/u);
});

it('wraps to the width and loses no word', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 })),
      widths,
      (words, width) => {
        const text = words.join(' ').replace(/\s+/g, ' ').trim();
        const lines = wrapLine(text, width);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      },
    ),
  );
});

it('breaks between graphemes and never inside one', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(wrapLine(family.repeat(5), 4)).toEqual([family.repeat(2), family.repeat(2), family]);
});

it('shows the end of what is typed where it is longer than the line', () => {
  const { state } = play(screenWith(1), 'n', `${'a'.repeat(90)} the end`);
  expect(messageLine(state, 60)[0]?.text).toMatch(/^New title: ….*the end_\s*$/);
});

it('tells choice, pin and mark without colour', () => {
  const line = (more: object, style: object) =>
    sessionLine(sessionRow(1, more), { width: 80, chosen: false, everyProject: false, ...style })
      .map(({ text }) => text)
      .join('');
  expect(line({ pinned: true }, { chosen: true })).toMatch(/^>\*/);
  expect(line({ active: true }, {})).toMatch(/^ \+/);
  expect(line({}, { marked: true })).toMatch(/^ =/);
});
