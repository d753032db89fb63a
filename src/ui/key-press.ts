/** A key that a person pressed, or text that was pasted. */
export type KeyPress =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'control'; readonly letter: string }
  | { readonly type: KeyName };

export type KeyName =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'page-up'
  | 'page-down'
  | 'home'
  | 'end'
  | 'enter'
  | 'escape'
  | 'tab'
  | 'back-tab'
  | 'backspace';

/** What Ink tells of a key. */
export interface InkKey {
  readonly upArrow: boolean;
  readonly downArrow: boolean;
  readonly leftArrow: boolean;
  readonly rightArrow: boolean;
  readonly pageUp: boolean;
  readonly pageDown: boolean;
  readonly home: boolean;
  readonly end: boolean;
  readonly return: boolean;
  readonly escape: boolean;
  readonly tab: boolean;
  readonly shift: boolean;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly backspace: boolean;
  readonly delete: boolean;
}

const NAMED: readonly (readonly [keyof InkKey, KeyName])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'page-up'],
  ['pageDown', 'page-down'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'escape'],
  ['backspace', 'backspace'],
  // What most terminals send for the backspace key.
  ['delete', 'backspace'],
];

function readKey(input: string, key: InkKey): KeyPress | undefined {
  if (key.tab) return { type: key.shift ? 'back-tab' : 'tab' };
  const named = NAMED.find(([name]) => key[name]);
  if (named !== undefined) return { type: named[1] };
  if (key.ctrl) return input.length === 1 ? { type: 'control', letter: input } : undefined;
  if (key.meta || input === '') return undefined;
  return { type: 'text', text: input };
}

/** What a control character stands for, which came in the middle of other keys. */
function readControl(character: string): KeyPress {
  if (character === '\r') return { type: 'enter' };
  if (character === '\t') return { type: 'tab' };
  if (character === '\u007f' || character === '\b') return { type: 'backspace' };
  return { type: 'control', letter: String.fromCharCode(character.charCodeAt(0) + 0x60) };
}

/** Keys of fast fingers come together; several lines at once are text that was pasted, and no keys. */
function splitKeys(text: string): readonly KeyPress[] {
  const isPasted = (text.match(/[\r\n]/g) ?? []).length > 1;
  if (isPasted) return [{ type: 'text', text }];
  return text
    .split(/(\p{Cc})/u)
    .filter((part) => part !== '')
    .map((part) => (/^\p{Cc}$/u.test(part) ? readControl(part) : { type: 'text', text: part }));
}

/** Reads what Ink tells of a key; nothing for one that means nothing here. */
export function readKeys(input: string, key: InkKey): readonly KeyPress[] {
  // Escape and a letter that come together look like Alt and the letter, which mean nothing here.
  if (key.meta && !key.escape && input !== '') return [{ type: 'escape' }, ...splitKeys(input)];
  const press = readKey(input, key);
  if (press === undefined) return [];
  return press.type === 'text' ? splitKeys(press.text) : [press];
}

/** More letters at once than fingers type: text that was pasted. */
const MOST_TYPED = 8;

/** Letters that came together stand for as many keys where letters are commands; pasted text is no command. */
export function singleKeys(press: KeyPress): readonly KeyPress[] {
  if (press.type !== 'text') return [press];
  const letters = [...press.text];
  return letters.length > MOST_TYPED ? [] : letters.map((text) => ({ type: 'text', text }));
}
