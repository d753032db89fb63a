import { readHookLine } from './hook-line.ts';
import { runHook } from './run-hook.ts';

let course: string | undefined;

/** `hook` when the program did what most hook calls ask for. */
export function commandThatRan(): string | undefined {
  return course;
}

/**
 * The program of its own that hook calls start: a small part of loom, since an agent pays for its loading at every step.
 * Resolves to the exit code, or to the command line that the whole program must run instead.
 */
export async function main(argv: readonly string[]): Promise<number | readonly string[]> {
  const line = readHookLine(argv);
  if (line === undefined) return argv;
  let handedOn: readonly string[] | undefined;
  const outcome = await runHook(line, async ({ word, argument }) => {
    handedOn = argument === undefined ? ['hook', word] : ['hook', word, argument];
  });
  if (outcome === 'recorded') course = 'hook';
  return handedOn ?? 0;
}
