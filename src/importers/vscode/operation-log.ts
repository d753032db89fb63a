import { asObject, field, type JsonObject } from '../../kernel/json-fields.ts';

/** A line of a chat that is kept as changes: the whole, or what is set, added at the end or taken away at a place in it. */
export interface Operation {
  readonly kind: 'whole' | 'set' | 'push' | 'delete';
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  /** Length to which a list is cut before something is added. */
  readonly keep: number | undefined;
}

const KINDS = ['whole', 'set', 'push', 'delete'] as const;

function isKey(value: unknown): value is string | number {
  return typeof value === 'string' || (Number.isSafeInteger(value) && (value as number) >= 0);
}

/** Reads a line as an operation; `undefined` when it is none. */
export function readOperation(value: unknown): Operation | undefined {
  const record = asObject(value);
  const code = field(record, 'kind');
  const kind = typeof code === 'number' ? KINDS[code] : undefined;
  const path = field(record, 'k') ?? [];
  const keep = field(record, 'i');
  if (kind === undefined || !Array.isArray(path) || !path.every(isKey)) return undefined;
  if (kind === 'whole' ? asObject(field(record, 'v')) === undefined : path.length === 0) return undefined;
  return { kind, path, value: field(record, 'v'), keep: isKey(keep) ? Number(keep) : undefined };
}

type Container = Record<string, unknown> | unknown[];

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function read(container: Container, key: string | number): unknown {
  return Object.hasOwn(container, key) ? (container as Record<string | number, unknown>)[key] : undefined;
}

/** Sets an own member, whatever its name; a list grows by one at most. */
function write(container: Container, key: string | number, value: unknown): boolean {
  if (Array.isArray(container) && !(typeof key === 'number' && key <= container.length)) return false;
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
  return true;
}

function push(container: Container, key: string | number, { value, keep }: Operation): boolean {
  const list = read(container, key) ?? [];
  if (!Array.isArray(list)) return false;
  if (keep !== undefined && keep < list.length) list.length = keep;
  for (const item of Array.isArray(value) ? value : []) list.push(item);
  return write(container, key, list);
}

function remove(container: Container, key: string | number): boolean {
  if (Array.isArray(container)) return typeof key === 'number' && container.splice(key, 1).length === 1;
  return Reflect.deleteProperty(container, key);
}

/** Changes the state in its place; false when the place is not there. */
function applyAt(state: Container, operation: Operation): boolean {
  const { kind, path } = operation;
  let container: unknown = state;
  for (const key of path.slice(0, -1)) container = isContainer(container) ? read(container, key) : undefined;
  const last = path.at(-1);
  if (!isContainer(container) || last === undefined) return false;
  if (kind === 'push') return push(container, last, operation);
  return kind === 'delete' ? remove(container, last) : write(container, last, operation.value);
}

/** A chat as its operations leave it. */
export class FoldedChat {
  #state: Record<string, unknown> | undefined;

  get state(): JsonObject | undefined {
    return this.#state;
  }

  /** Applies one operation; false when it names a place that is not there. */
  apply(operation: Operation): boolean {
    if (operation.kind !== 'whole') return this.#state !== undefined && applyAt(this.#state, operation);
    this.#state = operation.value as Record<string, unknown>;
    return true;
  }
}
