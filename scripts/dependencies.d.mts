/** A package of the lockfile. */
export interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dev: boolean;
  readonly script: boolean;
  readonly digest: string | undefined;
  readonly address: string | undefined;
}
export function readPackages(lockfile: { readonly packages: Readonly<Record<string, unknown>> }): Package[];
/** Problems as sentences. */
export function judgePackages(
  packages: readonly Package[],
  described: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): string[];
export function checkDependencies(folder?: string): string[];
