/** Turns the registry's imports into calls of require. */
export function makeRegistryLazy(source: string): string;
export const lazyImporters: { readonly name: string };
