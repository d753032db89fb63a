import { Command } from '@oclif/core/command';
import type { Answer } from './answer.ts';
import { GLOBAL_FLAGS } from './global-flags.ts';
import { printAnswer } from './print-answer.ts';

/**
 * The base of every command. `run()` parses, asks the app and returns an {@link Answer}; printing, exit codes and
 * the words of errors are not a command's business. Errors are thrown and reach the edge in `main`.
 */
export abstract class LoomCommand extends Command {
  static override baseFlags = GLOBAL_FLAGS;

  abstract override run(): Promise<Answer>;

  /** Runs the command, prints its answer and resolves to the exit code. */
  protected override async _run<T>(): Promise<T> {
    const answer = await this.run();
    const code = await printAnswer(answer, this.argv);
    return code as T;
  }
}
