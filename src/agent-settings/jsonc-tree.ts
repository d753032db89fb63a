/** A value of a JSON text, with its place: `start` and `end` are offsets of the text, end exclusive. */
export type JsoncNode = JsoncObject | JsoncArray | JsoncScalar;

export interface JsoncObject {
  readonly kind: 'object';
  readonly start: number;
  readonly end: number;
  readonly children: readonly JsoncMember[];
}

export interface JsoncArray {
  readonly kind: 'array';
  readonly start: number;
  readonly end: number;
  readonly children: readonly JsoncNode[];
}

export interface JsoncScalar {
  readonly kind: 'scalar';
  readonly start: number;
  readonly end: number;
  readonly value: string | number | boolean | null;
}

/** A member of an object, from its key to the end of its value. */
export interface JsoncMember {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly value: JsoncNode;
}

/** A text with its tree, or the line (from 1) where it is no JSON. */
export type ParsedJsonc =
  | { readonly ok: true; readonly text: string; readonly root: JsoncNode }
  | { readonly ok: false; readonly line: number };

const MOST_DEPTH = 200;
const TRIVIA = /(?:[ \t\r\n]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class NoJson extends Error {
  readonly at: number;

  constructor(at: number) {
    super('no JSON');
    this.at = at;
  }
}

class JsoncReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readDocument(): JsoncNode {
    const root = this.#readValue(0);
    this.#passTrivia();
    if (this.#at < this.#text.length) throw new NoJson(this.#at);
    return root;
  }

  #passTrivia(): void {
    TRIVIA.lastIndex = this.#at;
    TRIVIA.exec(this.#text);
    this.#at = TRIVIA.lastIndex;
  }

  /** The next character that means something. */
  #peek(): string {
    this.#passTrivia();
    return this.#text[this.#at] ?? '';
  }

  #take(character: string): void {
    if (this.#peek() !== character) throw new NoJson(this.#at);
    this.#at += 1;
  }

  #readValue(depth: number): JsoncNode {
    const first = this.#peek();
    if (depth > MOST_DEPTH) throw new NoJson(this.#at);
    const start = this.#at;
    if (first === '{') {
      const children = this.#readList('{', '}', () => this.#readMember(depth));
      return { kind: 'object', start, end: this.#at, children };
    }
    if (first === '[') {
      const children = this.#readList('[', ']', () => this.#readValue(depth + 1));
      return { kind: 'array', start, end: this.#at, children };
    }
    const value = first === '"' ? this.#readString() : this.#readLiteral();
    return { kind: 'scalar', start, end: this.#at, value };
  }

  #readList<T>(open: string, close: string, readOne: () => T): readonly T[] {
    const children: T[] = [];
    this.#take(open);
    while (this.#peek() !== close) {
      children.push(readOne());
      if (this.#peek() !== close) this.#take(',');
    }
    this.#take(close);
    return children;
  }

  #readMember(depth: number): JsoncMember {
    if (this.#peek() !== '"') throw new NoJson(this.#at);
    const start = this.#at;
    const key = this.#readString();
    this.#take(':');
    const value = this.#readValue(depth + 1);
    return { key, start, end: value.end, value };
  }

  #readString(): string {
    const start = this.#at;
    let end = start + 1;
    while (this.#text[end] !== '"') {
      if (end >= this.#text.length) throw new NoJson(start);
      end += this.#text[end] === '\\' ? 2 : 1;
    }
    this.#at = end + 1;
    return parsePiece(this.#text.slice(start, end + 1), start) as string;
  }

  #readLiteral(): number | boolean | null {
    LITERAL.lastIndex = this.#at;
    const [piece] = LITERAL.exec(this.#text) ?? [];
    if (piece === undefined) throw new NoJson(this.#at);
    const start = this.#at;
    this.#at += piece.length;
    return parsePiece(piece, start) as number | boolean | null;
  }
}

function parsePiece(piece: string, at: number): unknown {
  try {
    return JSON.parse(piece);
  } catch {
    throw new NoJson(at);
  }
}

/** Parses JSON in which comments and trailing commas may stand. */
export function parseJsonc(text: string): ParsedJsonc {
  try {
    return { ok: true, text, root: new JsoncReader(text).readDocument() };
  } catch (error) {
    if (!(error instanceof NoJson)) throw error;
    return { ok: false, line: text.slice(0, error.at).split('\n').length };
  }
}

/** The member of an object by its key; `undefined` where there is none, or the value is no object. */
export function memberOf(node: JsoncNode | undefined, key: string): JsoncMember | undefined {
  return node?.kind === 'object' ? node.children.find((member) => member.key === key) : undefined;
}

/** The text at a key of an object, if it is one. */
export function textOf(node: JsoncNode | undefined, key: string): string | undefined {
  const value = memberOf(node, key)?.value;
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

/** The value that a node stands for. */
export function jsonValue(node: JsoncNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.children.map(jsonValue);
  return Object.fromEntries(node.children.map(({ key, value }) => [key, jsonValue(value)]));
}
