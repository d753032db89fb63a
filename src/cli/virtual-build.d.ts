/** What the build makes of src/commands and package.json; see scripts/build.mjs. */
declare module 'virtual:loom-build' {
  import type { Command, Interfaces } from '@oclif/core';

  /** Command id → dynamic import of its file. */
  export const COMMAND_LOADERS: Readonly<Record<string, () => Promise<{ readonly default: Command.Class }>>>;
  /** Flags, arguments and help of every command, without loading one. */
  export const MANIFEST: { readonly commands: Readonly<Record<string, Command.Cached>> };
  export const PACKAGE: Interfaces.PJSON;
  export const TOPICS: readonly Interfaces.Topic[];
}
