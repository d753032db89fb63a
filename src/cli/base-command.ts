import type { Interfaces } from '@oclif/core';
import { Command } from '@oclif/core/command';
import type { Config } from '@oclif/core/config';
import type { AppContext } from '../app/context.ts';
import type { Answer } from './answer.ts';
import type { OpenAppOptions } from './composition.ts';
import { GLOBAL_FLAGS } from './global-flags.ts';
import { readOutputMode } from './output-mode.ts';
import { printAnswer } from './print-answer.ts';
import type { Progress } from './progress.ts';
import { usageErrorOf } from './usage-error.ts';

/**
 * The base of every command. `run()` parses, asks the app and returns an {@link Answer}; printing, exit codes and
 * the words of errors are not a command's business. Errors are thrown and reach the edge in `main`.
 */
export abstract class LoomCommand extends Command {
  static override baseFlags = GLOBAL_FLAGS;

  /** Extra lines of the help section EXIT CODES, such as `3  the journal is damaged`. 0, 1 and 2 go without saying. */
  static exitCodes: readonly string[] = [];
  /** Extra lines of the help section ENVIRONMENT. */
  static environment: readonly string[] = [];

  /** The schema of the command's `--json` answer, for `loom schema`; loaded only there. */
  static schema: (() => Promise<unknown>) | undefined = undefined;

  /** Runs the class with the configuration at hand; oclif's own would load a second one. */
  static override async run<T extends Command>(
    this: new (
      argv: string[],
      config: Config,
    ) => T,
    argv?: string[],
    opts?: Interfaces.LoadOptions,
  ): Promise<ReturnType<T['run']>> {
    const command = new this(argv ?? [], opts as Config);
    return (command as unknown as { _run(): Promise<ReturnType<T['run']>> })._run();
  }

  abstract override run(): Promise<Answer>;

  /** Parses the command line alone: a missing argument is not read from stdin, which may be a loop's list of something else. */
  protected override async parse<
    F extends Interfaces.OutputFlags<F>,
    B extends Interfaces.OutputFlags<B>,
    A extends Interfaces.OutputArgs<A>,
  >(options?: Interfaces.Input<F, B, A>, argv?: string[]): Promise<Interfaces.ParserOutput<F, B, A>> {
    const args: Record<string, { ignoreStdin?: boolean }> = options?.args ?? {};
    for (const arg of Object.values(args)) arg.ignoreStdin = true;
    return super.parse(options, argv);
  }

  /** Opens the store and everything use cases need. `write` creates the store where there is none; see {@link OpenAppOptions}. */
  protected async app(options: Pick<OpenAppOptions, 'write' | 'changesIndex'> = {}): Promise<AppContext> {
    const { appOptionsOfProcess, openApp } = await import('./composition.ts');
    return openApp({ ...appOptionsOfProcess(), ...options });
  }

  /** Progress on stderr for work that may take longer than half a second. */
  protected async progress(): Promise<Progress> {
    const { startProgress } = await import('./progress.ts');
    return startProgress(readOutputMode(this.argv).quiet);
  }

  /** Runs the command, prints its answer and resolves to the exit code. */
  protected override async _run<T>(): Promise<T> {
    const argv = [...this.argv];
    const answer = await this.run().catch((error: unknown) => {
      throw usageErrorOf(error, this.id) ?? error;
    });
    const code = await printAnswer(answer, argv);
    return code as T;
  }
}
