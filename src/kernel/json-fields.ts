/** A parsed JSON object. Keys are read through the functions below only, so that `__proto__` and friends stay plain data. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Narrows to a JSON object; arrays, null and scalars are `undefined`. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** The own property of an object, or `undefined`. */
export function field(object: JsonObject | undefined, key: string): unknown {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The own property as an object. */
export function objectField(object: JsonObject | undefined, key: string): JsonObject | undefined {
  return asObject(field(object, key));
}

/** The own property as a string that is not empty. */
export function textField(object: JsonObject | undefined, key: string): string | undefined {
  const value = field(object, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The own property as a finite number. */
export function numberField(object: JsonObject | undefined, key: string): number | undefined {
  const value = field(object, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The own property as a count: a whole number that is not negative and small enough to be exact. */
export function countField(object: JsonObject | undefined, key: string): number | undefined {
  const value = field(object, key);
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

/** The own property as an array; an empty one for anything else. */
export function listField(object: JsonObject | undefined, key: string): readonly unknown[] {
  const value = field(object, key);
  return Array.isArray(value) ? value : [];
}

/** The objects of an own property that is an array. */
export function objectsField(object: JsonObject | undefined, key: string): readonly JsonObject[] {
  return listField(object, key)
    .map(asObject)
    .filter((value) => value !== undefined);
}

/** Whether the own property is exactly `true`. */
export function isTrue(object: JsonObject | undefined, key: string): boolean {
  return field(object, key) === true;
}
