import type { Config } from '@oclif/core/config';
import { writeAnswer } from '../output.ts';

/** Prints help on loom, a topic, a command or a page. Resolves to the exit code. */
export async function showHelp(config: Config, subject: readonly string[]): Promise<number> {
  writeAnswer(`${config.bin} ${subject.join(' ')}\n`);
  return 0;
}
