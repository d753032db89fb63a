import type { HookLine } from './run-hook.ts';

/** A hook call as agents make it: `hook WORD`, or `hook WORD PAYLOAD`; `undefined` for any other command line. */
export function readHookLine(argv: readonly string[]): HookLine | undefined {
  const [first, word, argument] = argv;
  if (first !== 'hook' || word === undefined || word.startsWith('-') || argv.length > 3) return undefined;
  if (argument === undefined) return { word };
  return argument.startsWith('{') ? { word, argument } : undefined;
}
