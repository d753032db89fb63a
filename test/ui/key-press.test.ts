import { expect, it } from 'vitest';
import { type InkKey, readKeys } from '../../src/ui/key-press.ts';

const NONE: InkKey = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageUp: false,
  pageDown: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  tab: false,
  shift: false,
  ctrl: false,
  meta: false,
  backspace: false,
  delete: false,
};

it('reads keys that came together one by one', () => {
  expect(readKeys('gauge\r?', NONE)).toEqual([
    { type: 'text', text: 'gauge' },
    { type: 'enter' },
    { type: 'text', text: '?' },
  ]);
  expect(readKeys('\tv', NONE)).toEqual([{ type: 'tab' }, { type: 'text', text: 'v' }]);
  expect(readKeys('n\u0015Tide\r', NONE)).toEqual([
    { type: 'text', text: 'n' },
    { type: 'control', letter: 'u' },
    { type: 'text', text: 'Tide' },
    { type: 'enter' },
  ]);
});

it('takes several lines at once for text, so that a paste presses no Enter', () => {
  expect(readKeys('first\rsecond\rthird', NONE)).toEqual([{ type: 'text', text: 'first\rsecond\rthird' }]);
});

it('takes Escape and a letter for both, and the key of most terminals for backspace', () => {
  expect(readKeys('r', { ...NONE, meta: true })).toEqual([{ type: 'escape' }, { type: 'text', text: 'r' }]);
  expect(readKeys('', { ...NONE, delete: true })).toEqual([{ type: 'backspace' }]);
  expect(readKeys('c', { ...NONE, ctrl: true })).toEqual([{ type: 'control', letter: 'c' }]);
});
