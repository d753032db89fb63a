/** Turns the registry's imports into calls of require, of what `place` makes of each quoted path. */
export function makeRegistryLazy(source: string, place?: (path: string) => string): string;
export function lazyImporters(place?: (path: string) => string): { readonly name: string };
