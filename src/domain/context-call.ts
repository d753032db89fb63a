/** Ids as every API takes them. */
const SAFE_ID = /^[A-Za-z0-9_-]{1,40}$/;
const MOST_NAME = 64;

/** Gives each call of a context its id there. */
export type NameCall = (nativeId: string) => string;

/** Ids that every API takes, unique in one context: the native id where it will do, else `call_N`. */
export function callNamer(): NameCall {
  const taken = new Set<string>();
  let made = 0;
  return (nativeId) => {
    let id = nativeId;
    while (!SAFE_ID.test(id) || taken.has(id)) {
      made += 1;
      id = `call_${made}`;
    }
    taken.add(id);
    return id;
  };
}

/** A tool's name as every API takes it. */
export function safeToolName(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MOST_NAME);
  return safe === '' ? 'tool' : safe;
}

/** A tool's input as the object that the APIs want; anything else becomes its one member. */
export function toInputObject(input: unknown): Readonly<Record<string, unknown>> {
  if (input === null || input === undefined) return {};
  if (typeof input === 'object' && !Array.isArray(input)) return input as Readonly<Record<string, unknown>>;
  return { input };
}
