/** Defers making a value until it is first asked for; for tables that most invocations never look at. */
export function makeOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
