/** Adds items to the end of a list, one by one: `push(...items)` passes them on the stack, which has no room for 200,000. */
export function addAll<T>(into: T[], items: Iterable<T>): void {
  for (const item of items) into.push(item);
}
