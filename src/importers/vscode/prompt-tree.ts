import { asObject, isTrue, listField, objectField, textField } from '../../kernel/json-fields.ts';

const MOST_LEVELS = 100;

function gather(value: unknown, level: number, texts: string[]): void {
  const node = asObject(value);
  if (node === undefined || level > MOST_LEVELS) return;
  const text = textField(node, 'text');
  if (text !== undefined) texts.push(isTrue(node, 'lineBreakBefore') && texts.length > 0 ? `\n${text}` : text);
  for (const child of listField(node, 'children')) gather(child, level + 1, texts);
}

/** The text of an item of a tool's result: plain, or a tree of the elements that a prompt is made of. */
export function itemText(value: unknown): string {
  const item = asObject(value);
  const plain = textField(item, 'value') ?? textField(item, 'text');
  if (plain !== undefined) return plain;
  const texts: string[] = [];
  gather(objectField(objectField(item, 'value'), 'node'), 0, texts);
  return texts.join('');
}
