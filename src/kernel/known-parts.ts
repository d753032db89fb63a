type KnownParts<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Parts of a value without those that are not known, so that absent stays absent. */
export function knownParts<T extends object>(parts: T): KnownParts<T> {
  const known: KnownParts<T> = {};
  for (const name of Object.keys(parts) as (keyof T)[]) {
    const part = parts[name];
    if (part !== undefined) known[name] = part as Exclude<T[keyof T], undefined>;
  }
  return known;
}
