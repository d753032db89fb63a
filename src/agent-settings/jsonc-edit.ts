import type { JsoncArray, JsoncMember, JsoncNode, JsoncObject } from './jsonc-tree.ts';
import type { TextEdit } from './text-edit.ts';

type Container = JsoncObject | JsoncArray;
type Child = JsoncNode | JsoncMember;

/** What is added to an object (with a key) or to an array (without one). */
export interface NewChild {
  readonly key?: string;
  readonly value: unknown;
}

/** How a text is laid out. */
interface Layout {
  readonly eol: string;
  readonly unit: string;
  /** Between a comma or colon and what follows on the same line. */
  readonly space: string;
}

/** Where between two children the comma stands, and where the line of the first one is over. */
interface Gap {
  readonly comma: number | null;
  readonly rest: number;
}

const TOKEN = /[ \t]+|\r?\n|\r|,|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//y;

function readGap(text: string, from: number, to: number): Gap {
  let gap: Gap = { comma: null, rest: from };
  let isLineOver = false;
  for (let at = from; at < to; ) {
    TOKEN.lastIndex = at;
    const [token] = TOKEN.exec(text) ?? [];
    if (token === undefined) break;
    at += token.length;
    if (token === ',') {
      gap = { comma: at - 1, rest: at };
      isLineOver = false;
    } else if (/^[\r\n]/.test(token)) isLineOver = true;
    else if (token.startsWith('/') && !isLineOver && !token.includes('\n')) gap = { ...gap, rest: at };
  }
  return gap;
}

/** The white space that the line of a place begins with. */
function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Whether nothing but white space stands before a place on its line, and there is a line before. */
function beginsLine(text: string, at: number): boolean {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  return lineStart > 0 && text.slice(lineStart, at).trim() === '';
}

function layoutOf(text: string): Layout {
  return {
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    unit: /\n([ \t]+)"/.exec(text)?.[1] ?? '  ',
    space: /[:,] /.test(text) || !/[:,]\S/.test(text) ? ' ' : '',
  };
}

function printInline(value: unknown, space: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => printInline(item, space)).join(`,${space}`)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}:${space}${printInline(item, space)}`,
  );
  return `{${members.join(`,${space}`)}}`;
}

function printBlock(value: unknown, { eol, unit }: Layout, indent: string): string {
  return JSON.stringify(value, null, unit.length > 10 ? '  ' : unit).replaceAll('\n', eol + indent);
}

function printChild({ key, value }: NewChild, layout: Layout, indent: string | null): string {
  const name = key === undefined ? '' : `${JSON.stringify(key)}:${indent === null ? layout.space : ' '}`;
  return name + (indent === null ? printInline(value, layout.space) : printBlock(value, layout, indent));
}

function fillEmpty(text: string, { start, end }: Container, children: readonly NewChild[]): readonly TextEdit[] {
  const layout = layoutOf(text);
  const inside = text.slice(start + 1, end - 1);
  if (text.slice(0, start).trim() !== '' && !/\n/.test(text.trim())) {
    const put = children.map((child) => printChild(child, layout, null)).join(`,${layout.space}`);
    return [{ at: start + 1, cut: 0, put }];
  }
  const outer = indentAt(text, start);
  const indent = outer + layout.unit;
  const lead = layout.eol + indent;
  const put = lead + children.map((child) => printChild(child, layout, indent)).join(`,${lead}`);
  const isBlank = inside.trim() === '';
  return [{ at: start + 1, cut: isBlank ? inside.length : 0, put: isBlank ? put + layout.eol + outer : put }];
}

/** The edits that add children at the end of an object or array, laid out like their neighbours; comments stay where they are. */
export function addChildren(text: string, container: Container, children: readonly NewChild[]): readonly TextEdit[] {
  const last = (container.children as readonly Child[]).at(-1);
  if (children.length === 0) return [];
  if (last === undefined) return fillEmpty(text, container, children);
  const layout = layoutOf(text);
  const indent = beginsLine(text, last.start) ? indentAt(text, last.start) : null;
  const lead = indent === null ? layout.space : layout.eol + indent;
  const { comma, rest } = readGap(text, last.end, container.end - 1);
  const put = children.map((child) => lead + printChild(child, layout, indent)).join(',');
  // On a line of several a comment may end the line: what is added stands before it.
  const place = indent === null ? (comma === null ? last.end : comma + 1) : rest;
  if (comma !== null) return [{ at: place, cut: 0, put: `${put},` }];
  if (place === last.end) return [{ at: place, cut: 0, put: `,${put}` }];
  return [
    { at: last.end, cut: 0, put: ',' },
    { at: place, cut: 0, put },
  ];
}

function removeAll(
  text: string,
  { start, end }: Container,
  [from, to]: readonly [number, number],
): readonly TextEdit[] {
  const blank = (text.slice(start + 1, from) + text.slice(to, end - 1)).trim() === '';
  return [blank ? { at: start + 1, cut: end - start - 2, put: '' } : { at: from, cut: to - from, put: '' }];
}

/** The edits that take children out of an object or array; what stands between others stays as it is. */
export function removeChildren(text: string, container: Container, gone: ReadonlySet<Child>): readonly TextEdit[] {
  const children: readonly Child[] = container.children;
  const inner = container.end - 1;
  const gapAfter = (at: number): Gap => {
    const child = children[at];
    return child === undefined
      ? { comma: null, rest: container.start + 1 }
      : readGap(text, child.end, children[at + 1]?.start ?? inner);
  };
  const [first, last] = [children[0], children.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (children.every((child) => gone.has(child))) {
    const { comma } = gapAfter(children.length - 1);
    return removeAll(text, container, [first.start, comma === null ? last.end : comma + 1]);
  }
  const lastKept = children.findLastIndex((child) => !gone.has(child));
  const edits: TextEdit[] = [];
  for (const [at, child] of children.entries()) {
    if (!gone.has(child)) continue;
    const from = gapAfter(at - 1).rest;
    edits.push({ at: from, cut: gapAfter(at).rest - from, put: '' });
  }
  const comma = gapAfter(lastKept).comma;
  const isTrailing = gapAfter(children.length - 1).comma !== null;
  if (lastKept < children.length - 1 && comma !== null && !isTrailing) edits.push({ at: comma, cut: 1, put: '' });
  return edits;
}
