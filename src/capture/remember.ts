/** Keeps a value by its key; of more than so many the oldest goes. */
export function remember<Value>(map: Map<string, Value>, [key, value]: readonly [string, Value], most: number): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
