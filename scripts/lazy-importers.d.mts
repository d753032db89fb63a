interface LazyOptions {
  /** `normalizerVersion` of the importer of each agent. */
  readonly versions: Readonly<Record<string, number>>;
  /** What takes the place of a quoted path. */
  readonly place?: (path: string) => string;
}

/** Turns the registry's importers into ones that are required at their first use. */
export function makeRegistryLazy(source: string, options: LazyOptions): string;
export function lazyImporters(options: LazyOptions): { readonly name: string };
