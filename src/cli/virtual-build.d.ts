/** What the build makes of src/commands and package.json; see scripts/build.mjs. */
declare module 'virtual:loom-build' {
  import type { Command, Interfaces } from '@oclif/core';

  /** Command id → dynamic import of its file. */
  export const COMMAND_LOADERS: Readonly<Record<string, () => Promise<{ readonly default: Command.Class }>>>;
  /** Every flag of any command that takes the next argument as its value, with its dashes. */
  export const VALUED_FLAGS: readonly string[];
  export const PACKAGE: Interfaces.PJSON;
  export const TOPICS: readonly Interfaces.Topic[];
}

declare module 'virtual:loom-manifest' {
  import type { Command } from '@oclif/core';

  /** Flags, arguments and help of every command, without loading one. Large: only help needs it. */
  export const MANIFEST: { readonly commands: Readonly<Record<string, Command.Cached>> };
}

declare module 'virtual:loom-words' {
  /** What stands on command lines, in as few words as completion needs. */
  export const COMMAND_WORDS: Readonly<
    Record<
      string,
      {
        readonly summary: string;
        /** Name, letter or nothing, whether a value follows, summary, the values there are. */
        readonly flags: readonly (readonly [string, string, boolean, string, readonly string[]])[];
        readonly args: readonly string[];
      }
    >
  >;
}
